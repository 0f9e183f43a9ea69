import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  QUANTITY_FORMAT_WRONG,
  QUANTITY_SUFFIX_WRONG,
  addAmounts,
  addQuantities,
  amountFromValue,
  amountOf,
  canonicalText,
  cmpAmounts,
  cmpQuantities,
  formatAmount,
  negAmount,
  normalizeQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityValue,
  roundUp,
  subAmounts,
  subQuantities,
} from './quantity.ts';

const printed = (text: string): string => formatAmount(amountOf(text));

describe('canonical form', () => {
  test.each([
    ['0', '0'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['0.5Gi', '512Mi'],
    ['1000k', '1M'],
    ['1e3', '1e3'],
    ['1E3', '1E3'],
    ['1000e0', '1e3'],
    ['12e6', '12e6'],
    ['0.1m', '100u'],
    ['0.1n', '1n'],
    ['-1.5', '-1500m'],
    ['1Ki', '1Ki'],
    ['512', '512'],
    ['1.5Ki', '1536'],
    ['0.5Ki', '512'],
    ['0.0001Ki', '102400u'],
    ['100E', '100E'],
    ['9223372036854775808', '9223372036854775808'],
    ['10Ei', '9223372036854775807'],
  ])('%s reads %s', (text, want) => {
    expect(printed(text)).toBe(want);
  });

  test('a text that looks canonical is kept as it was written', () => {
    expect(printed('1.500')).toBe('1.500');
    expect(printed('+1')).toBe('+1');
    expect(printed('01')).toBe('01');
    expect(canonicalText(amountOf('1.500'))).toBe('1500m');
  });
});

describe('errors', () => {
  test.each(['1GB', 'half', '64 Mi', '', '1.2.3', '1,5'])('%j', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, error: QUANTITY_FORMAT_WRONG });
  });
  test.each(['1K', '1mi', '1e', '1Mi5', '1nn', '1ki', '--1'])('%j', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, error: QUANTITY_SUFFIX_WRONG });
  });
});

test('values round away from zero', () => {
  expect(quantityValue('100m')).toBe(1);
  expect(quantityValue('-100m')).toBe(-1);
  expect(quantityValue('64Mi')).toBe(67108864);
  expect(quantityMilliValue('0.5')).toBe(500);
  expect(quantityMilliValue('1u')).toBe(1);
  expect(formatAmount(roundUp(amountOf('1.0001'), -3))).toBe('1001m');
});

test('sums keep the format of the first that is not zero', () => {
  expect(addQuantities('1Gi', '512Mi')).toBe('1536Mi');
  expect(addQuantities('0', '512Mi')).toBe('512Mi');
  expect(addQuantities('100m', '1')).toBe('1100m');
  expect(addQuantities('1Gi', '1G')).toBe('2073741824');
  expect(subQuantities('2', '500m')).toBe('1500m');
});

test('what is printed reads back as the same amount', () => {
  const suffix = fc.constantFrom(
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'e2',
    'e-3',
    'E5',
  );
  const number = fc.tuple(
    fc.constantFrom('', '-', '+'),
    fc.bigInt({ min: 0n, max: 10n ** 18n }),
    fc.option(fc.stringMatching(/^[0-9]{0,12}$/), { nil: undefined }),
  );
  fc.assert(
    fc.property(number, suffix, ([sign, whole, fraction], unit) => {
      const text = `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${unit}`;
      const amount = amountOf(text);
      const canonical = canonicalText(amount);
      expect(amountOf(canonical).nanos).toBe(amount.nanos);
      expect(canonicalText(amountOf(canonical))).toBe(canonical);
      expect(normalizeQuantity(text)).toEqual({ ok: true, value: formatAmount(amount) });
    }),
    { numRuns: 2000 },
  );
});

test('arithmetic obeys the rules of whole numbers', () => {
  const amount = fc
    .bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
    .map((nanos) => ({ nanos, format: 'DecimalSI' as const }));
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(subAmounts(addAmounts(a, b), b).nanos).toBe(a.nanos);
      expect(cmpAmounts(a, b)).toBe(-cmpAmounts(b, a) + 0);
      expect(addAmounts(a, negAmount(a)).nanos).toBe(0n);
    }),
  );
});

test('comparison looks at the amount, not at the text', () => {
  expect(cmpQuantities('1', '1000m')).toBe(0);
  expect(cmpQuantities('1Gi', '1G')).toBe(1);
  expect(cmpAmounts(amountFromValue(3), amountOf('3000m'))).toBe(0);
});
