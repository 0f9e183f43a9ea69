// Models k8s.io/apimachinery/pkg/util/validation and pkg/api/validate/content of 1.36. A check
// returns its messages; none = valid. Messages about length say bytes or characters as upstream does.

type Messages = readonly string[];

const NONE: Messages = [];

const LABEL_KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const DNS_1123_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_1123_SUBDOMAIN = `${DNS_1123_LABEL}(\\.${DNS_1123_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const WILDCARD_SUBDOMAIN = `\\*\\.${DNS_1123_SUBDOMAIN}`;
const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const HTTP_HEADER = '[-A-Za-z0-9]+';
const PERCENT = '[0-9]+%';
const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

interface Format {
  readonly whole: RegExp;
  readonly message: string;
}

/** `MSG (e.g. 'a',  or 'b', regex used for validation is 'FMT')`, two blanks before `or` as upstream. */
export function regexError(message: string, format: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${format}')`;
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${shown}regex used for validation is '${format}')`;
}

function format(pattern: string, message: string, ...examples: readonly string[]): Format {
  return { whole: new RegExp(`^(?:${pattern})$`), message: regexError(message, pattern, ...examples) };
}

const ALPHANUMERIC_ENDS = 'and must start and end with an alphanumeric character';
const label1123 = format(
  DNS_1123_LABEL,
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ALPHANUMERIC_ENDS}`,
  'my-name',
  '123-abc',
);
const subdomain1123 = format(
  DNS_1123_SUBDOMAIN,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS}`,
  'example.com',
);
const subdomainUnderscore = format(
  UNDERSCORE_SUBDOMAIN,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', ${ALPHANUMERIC_ENDS}`,
  'example.com',
);
const label1035 = format(
  DNS_1035_LABEL,
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  'my-name',
  'abc-123',
);
const wildcard = format(
  WILDCARD_SUBDOMAIN,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  '*.example.com',
);
const labelKey = format(
  LABEL_KEY,
  `must consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`,
  'MyName',
  'my.name',
  '123-abc',
);
const labelValue = format(
  `(${LABEL_KEY})?`,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`,
  'MyValue',
  'my_value',
  '12345',
);
const configKey = format(
  CONFIG_KEY,
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  'key.name',
  'KEY_NAME',
  'key-name',
);
const httpHeader = format(
  HTTP_HEADER,
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  'X-Header-Name',
);
const percent = format(
  PERCENT,
  "a valid percent string must be a numeric string followed by an ending '%'",
  '1%',
  '93%',
);

/** Length in bytes of UTF-8, as Go's len. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += 1;
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}

export function maxLenError(length: number): string {
  return `must be no more than ${length} characters`;
}

export function maxBytesError(length: number): string {
  return `must be no more than ${length} bytes`;
}

export function inclusiveRangeError(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

function check(value: string, maxLength: number, shape: Format): Messages {
  const fits = value.length <= maxLength && byteLength(value) <= maxLength;
  const matches = shape.whole.test(value);
  if (fits && matches) return NONE;
  return [...(fits ? [] : [maxLenError(maxLength)]), ...(matches ? [] : [shape.message])];
}

export function isDNS1123Label(value: string): Messages {
  const messages = check(value, 63, label1123);
  if (messages.length === 0 || !subdomain1123.whole.test(value)) return messages;
  return messages.map((message) => (message === label1123.message ? 'must not contain dots' : message));
}

export function isDNS1123Subdomain(value: string): Messages {
  return check(value, 253, subdomain1123);
}

export function isDNS1123SubdomainWithUnderscore(value: string): Messages {
  return check(value, 253, subdomainUnderscore);
}

export function isDNS1035Label(value: string): Messages {
  return check(value, 63, label1035);
}

export function isWildcardDNS1123Subdomain(value: string): Messages {
  return check(value, 253, wildcard);
}

/** A label key or other qualified name: `name` or `prefix/name`. Models content.IsLabelKey. */
const PLAIN_KEY =
  /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

export function isQualifiedName(value: string): Messages {
  // Most are short and right, which one look tells.
  if (value.length <= 63 && PLAIN_KEY.test(value)) return NONE;
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${labelKey.message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const messages: string[] = [];
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]];
  if (prefix === '') messages.push('prefix part must be non-empty');
  else if (prefix !== undefined)
    messages.push(...isDNS1123Subdomain(prefix).map((text) => `prefix part ${toBytes(text)}`));
  if (name === '') messages.push('name part must be non-empty');
  else if (byteLength(name) > 63) messages.push(`name part ${maxBytesError(63)}`);
  if (!labelKey.whole.test(name)) messages.push(`name part ${labelKey.message}`);
  return messages;
}

function toBytes(message: string): string {
  return message === maxLenError(253) ? maxBytesError(253) : message;
}

export function isLabelValue(value: string): Messages {
  const fits = byteLength(value) <= 63;
  const matches = labelValue.whole.test(value);
  if (fits && matches) return NONE;
  return [...(fits ? [] : [maxBytesError(63)]), ...(matches ? [] : [labelValue.message])];
}

export function isPortNumber(port: number): Messages {
  return port >= 1 && port <= 65535 ? NONE : [inclusiveRangeError(1, 65535)];
}

/** An IANA_SVC_NAME. */
export function isPortName(port: string): Messages {
  const messages: string[] = [];
  if (port.length > 15) messages.push(maxLenError(15));
  if (!/^[-a-z0-9]+$/.test(port)) {
    messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(port)) messages.push('must contain at least one letter (a-z)');
  if (port.includes('--')) messages.push('must not contain consecutive hyphens');
  if (port.startsWith('-') || port.endsWith('-')) messages.push('must not begin or end with a hyphen');
  return messages;
}

/** User and group ids. */
export function isUserId(id: number): Messages {
  return id >= 0 && id <= 2147483647 ? NONE : [inclusiveRangeError(0, 2147483647)];
}

/** Environment variable names as 1.36 takes them: printable ASCII but `=`. */
export function isRelaxedEnvVarName(value: string): Messages {
  if (value === '') return ['environment variable name must be non-empty'];
  if (/^[ -<>-~]+$/.test(value)) return NONE;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

function dotMessages(value: string): Messages {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return value.startsWith('..') ? ["must not start with '..'"] : NONE;
}

/** Keys of ConfigMaps and Secrets. */
export function isConfigMapKey(value: string): Messages {
  return [...check(value, 253, configKey), ...dotMessages(value)];
}

export function isHTTPHeaderName(value: string): Messages {
  return httpHeader.whole.test(value) ? NONE : [httpHeader.message];
}

/** The path part of a domain-prefixed path such as a ServiceAccount issuer or `managedBy`. */
export function isHTTPPath(value: string): Messages {
  return new RegExp(`^${HTTP_PATH}$`).test(value) ? NONE : [regexError('Invalid path', HTTP_PATH)];
}

export function isPercent(value: string): Messages {
  return percent.whole.test(value) ? NONE : [percent.message];
}

/**
 * Names of most objects (Pods, Deployments, …). `prefix` = the value is a generateName, whose last
 * hyphen stands for what is to come. Models NameIsDNSSubdomain.
 */
export function nameIsDNSSubdomain(name: string, prefix = false): Messages {
  return isDNS1123Subdomain(prefix ? maskTrailingDash(name) : name);
}

/** Names that must be labels (Namespaces, StatefulSet Pods…). Models NameIsDNSLabel. */
export function nameIsDNSLabel(name: string, prefix = false): Messages {
  return isDNS1123Label(prefix ? maskTrailingDash(name) : name);
}

function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}

/** Names usable as one path segment (RBAC roles, PriorityClass…). Models path.IsValidPathSegmentName. */
export function isPathSegmentName(name: string, prefix = false): Messages {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}
