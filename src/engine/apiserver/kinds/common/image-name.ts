// Models pkg/util/parsers ParseImageName with github.com/distribution/reference: only what defaulting needs.

const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*';
const PATH = `${PATH_PART}(?:/${PATH_PART})*`;
const TAG = '[\\w][\\w.-]{0,127}';
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^(?:(?:${DOMAIN})/)?(?:${PATH})(?::(${TAG}))?(?:@(${DIGEST}))?$`);
const IDENTIFIER = /^[a-f0-9]{64}$/;

const CACHE_LIMIT = 5000;
const policies = new Map<string, 'Always' | 'IfNotPresent'>();

function policyOf(image: string): 'Always' | 'IfNotPresent' {
  const match = IDENTIFIER.test(image) ? null : REFERENCE.exec(image);
  if (match === null) return 'IfNotPresent';
  const [, tag, digest] = match;
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/** imagePullPolicy of an image that names none: Always for `latest` or no tag at all. A name that cannot be parsed has no tag either way. */
export function defaultPullPolicy(image: string | undefined): 'Always' | 'IfNotPresent' {
  const name = image ?? '';
  const known = policies.get(name);
  if (known !== undefined) return known;
  if (policies.size >= CACHE_LIMIT) policies.clear();
  const policy = policyOf(name);
  policies.set(name, policy);
  return policy;
}
