import { type Result, err, ok } from '../../../../base/result.ts';

// Models pkg/util/parsers and distribution/reference ParseNormalizedNamed, as far as the kubelet needs it.

const DOMAIN =
  /^(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*)(?::\d+)?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const INVALID = 'invalid reference format';

/** A reference in parts; tag and digest as written. */
export interface ImageReference {
  readonly domain: string;
  readonly path: string;
  readonly tag: string;
  readonly digest: string;
}

/** Takes an image name apart. Errors are the reference package's own. */
export function parseImage(image: string): Result<ImageReference, string> {
  if (/^[a-f0-9]{64}$/.test(image))
    return err(`invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`);
  const at = image.indexOf('@');
  const digest = at < 0 ? '' : image.slice(at + 1);
  if (at >= 0 && !DIGEST.test(digest)) return err(INVALID);
  const named = at < 0 ? image : image.slice(0, at);
  const slash = named.indexOf('/');
  const first = slash < 0 ? '' : named.slice(0, slash);
  const hasDomain =
    first !== '' && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first);
  const domain = hasDomain ? first : 'docker.io';
  let remainder = hasDomain ? named.slice(slash + 1) : named;
  const colon = remainder.indexOf(':');
  const tag = colon < 0 ? '' : remainder.slice(colon + 1);
  remainder = colon < 0 ? remainder : remainder.slice(0, colon);
  if (domain === 'docker.io' && !remainder.includes('/')) remainder = `library/${remainder}`;
  if (remainder.toLowerCase() !== remainder)
    return err(`${INVALID}: repository name (${remainder}) must be lowercase`);
  if (!DOMAIN.test(domain) || (colon >= 0 && !TAG.test(tag))) return err(INVALID);
  if (remainder === '' || !remainder.split('/').every((part) => COMPONENT.test(part))) return err(INVALID);
  return ok({ domain: domain === 'index.docker.io' ? 'docker.io' : domain, path: remainder, tag, digest });
}

/** The image with `:latest` when it has neither tag nor digest. Models applyDefaultImageTag. */
export function withDefaultTag(image: string): Result<string, string> {
  const parsed = parseImage(image);
  if (!parsed.ok) return err(`couldn't parse image name ${JSON.stringify(image)}: ${parsed.error}`);
  return ok(parsed.value.tag === '' && parsed.value.digest === '' ? `${image}:latest` : image);
}

/** `registry/repository` of an image: what pull records and credentials are kept by. */
export function repositoryOf(image: string): string {
  const parsed = parseImage(image);
  return parsed.ok ? `${parsed.value.domain}/${parsed.value.path}` : image;
}
