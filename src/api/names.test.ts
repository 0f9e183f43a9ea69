import { expect, test } from 'vitest';
import { randomStream } from '../base/rng.ts';
import { cidrContains, formatIp, isCidr, isIp, parseCidr, parseIp } from './addresses.ts';
import {
  byteLength,
  isConfigMapKey,
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isLabelValue,
  isPercent,
  isPortName,
  isQualifiedName,
  isRelaxedEnvVarName,
  nameIsDNSSubdomain,
} from './names.ts';
import { generateName, safeEncodeString } from './random-name.ts';

test('object names', () => {
  expect(isDNS1123Subdomain('Web_1')).toEqual([
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
  expect(isDNS1123Label('Web')).toEqual([
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  expect(isDNS1123Label('a.b')).toEqual(['must not contain dots']);
  expect(isDNS1123Label('a'.repeat(64))).toEqual(['must be no more than 63 characters']);
  expect(isDNS1035Label('1a')).toEqual([
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ]);
  expect(nameIsDNSSubdomain('web-', true)).toEqual([]);
  expect(nameIsDNSSubdomain('web-')).toHaveLength(1);
});

test('labels', () => {
  expect(isLabelValue('a b')).toEqual([
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
  expect(isLabelValue('a'.repeat(64))).toEqual(['must be no more than 63 bytes']);
  expect(isQualifiedName('')).toEqual([
    'name part must be non-empty',
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ]);
  expect(isQualifiedName('example.com/name')).toEqual([]);
  expect(isQualifiedName('/name')).toEqual(['prefix part must be non-empty']);
});

test('keys, ports, variables, percents', () => {
  expect(isConfigMapKey('..a')).toEqual(["must not start with '..'"]);
  expect(isConfigMapKey('my key')).toEqual([
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
  ]);
  expect(isPortName('a-very-long-port-name')).toEqual(['must be no more than 15 characters']);
  expect(isPortName('80')).toEqual(['must contain at least one letter (a-z)']);
  expect(isRelaxedEnvVarName('a=b')).toEqual([
    "a valid environment variable name must consist only of printable ASCII characters other than '='",
  ]);
  expect(isRelaxedEnvVarName('1 + 1')).toEqual([]);
  expect(isPercent('half')).toEqual([
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
  ]);
});

test('length is counted in bytes', () => {
  expect(byteLength('aé한😀')).toBe(1 + 2 + 3 + 4);
});

test('generated names keep 58 characters and add five safe ones', () => {
  const name = generateName(`${'a'.repeat(70)}-`, randomStream(1, 'names'));
  expect(name).toHaveLength(63);
  expect(name.slice(58)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(safeEncodeString('0123456789')).toBe('456789bcdf');
});

test('addresses', () => {
  expect(formatIp(parseIp('010.001.2.3') ?? { family: 4, value: 0n })).toBe('10.1.2.3');
  expect(formatIp(parseIp('2001:DB8:0:0:1::1') ?? { family: 4, value: 0n })).toBe('2001:db8::1:0:0:1');
  expect(formatIp(parseIp('::') ?? { family: 4, value: 0n })).toBe('::');
  expect(isIp('1.2.3')).toEqual(['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']);
  expect(isCidr('10.0.0.0/33')).toEqual(['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']);
  const cidr = parseCidr('10.244.0.0/16');
  const ip = parseIp('10.244.3.4');
  expect(cidr !== undefined && ip !== undefined && cidrContains(cidr, ip)).toBe(true);
});
