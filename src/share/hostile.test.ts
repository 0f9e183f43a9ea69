import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CATALOGUE } from '../scenario/catalogue/all.ts';
import { formatScenario } from '../scenario/format-scenario.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { parseScenario } from '../scenario/parse.ts';
import { pack } from './codec.ts';
import { decodeLink, encodeLink } from './link.ts';

const HALF = 5_000;
/** What an attacker, a chat program or a shaky hand would put there. */
const hostile = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '\0',
    '\u202e',
    '.'.repeat(50),
    '&a [*a, *a]',
    '!!js/function "x"',
    '%2e',
    '{{',
    '-1e999',
  ),
);

const polluted = (): boolean => Object.keys(Object.prototype).length > 0 || 'polluted' in {};

it('10,000 mutated links and files: each is answered, in words, and nothing is polluted', async () => {
  const links = await Promise.all(
    CATALOGUE.slice(0, 20).map(({ id, document }, place) =>
      encodeLink({
        run: place % 2 === 0 ? { catalogue: id } : { scenario: JSON.stringify(document), seed: place },
        view: { seq: place, at: place * 1000, level: 2, lang: 'ko', selection: 'pods/default/web' },
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...links), fc.nat(), fc.nat(6), hostile, async (link, at, cut, text) => {
      const place = at % link.length;
      const answer = await decodeLink(link.slice(0, place) + text + link.slice(place + cut));
      if (!answer.ok) expect(answer.error.kind).toMatch(/^(?:damaged|too-large|future-version|not-a-run)$/);
    }),
    { numRuns: HALF },
  );
  const files = CATALOGUE.slice(0, 40).flatMap(({ document }) => {
    const checked = checkScenario(document as never);
    return checked.ok ? [formatScenario(checked.value)] : [];
  });
  expect(files).toHaveLength(40);
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(12), hostile, (file, at, cut, text) => {
      const place = at % file.length;
      const answer = parseScenario(file.slice(0, place) + text + file.slice(place + cut));
      if (!answer.ok) {
        expect(answer.error.length).toBeGreaterThan(0);
        for (const { message } of answer.error) expect(message).toMatch(/\S/);
      }
    }),
    { numRuns: HALF },
  );
  expect(polluted()).toBe(false);
});

it('a payload whose keys are hostile opens, or is refused, and sets nothing', async () => {
  for (const json of [
    '{"catalogue":"first-pod","__proto__":{"polluted":1}}',
    '{"catalogue":"first-pod","files":{"__proto__":"x","constructor":"y"}}',
    '{"scenario":"title: x\\n__proto__: {polluted: 1}\\nsteps: []\\n"}',
    '{"catalogue":"first-pod","inputs":[{"at":"1s","step":{"__proto__":{"polluted":1}}}]}',
  ]) {
    const answer = await decodeLink(`#1.${await pack(json)}`);
    expect(typeof answer.ok).toBe('boolean');
    if (answer.ok && answer.value.run.scenario !== undefined) parseScenario(answer.value.run.scenario);
  }
  expect(polluted()).toBe(false);
});

it('links are short: 200 characters for what is built in, 4,000 for a 10 KB manifest', async () => {
  for (const { id } of CATALOGUE) {
    const link = await encodeLink({
      run: { catalogue: id },
      view: { seq: 9000, at: 60_000_000, level: 2, lang: 'ko' },
    });
    expect(link.length, id).toBeLessThanOrEqual(200);
  }
  // Twenty different manifests of the catalogue: as mixed as a real folder of them.
  let text = '';
  for (const { document } of CATALOGUE) {
    for (const file of Object.values(document.files ?? {})) if (!text.includes(file)) text += `---\n${file}`;
    if (text.length >= 10_000) break;
  }
  const manifest = text.slice(0, 10_000);
  expect(manifest).toHaveLength(10_000);
  const whole = await encodeLink({ run: { catalogue: 'start', files: { 'all.yaml': manifest } }, view: {} });
  expect(whole.length).toBeLessThanOrEqual(4_000);
});
