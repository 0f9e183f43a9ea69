import { type Result, err, ok } from '../../../base/result.ts';
import type { ImageName } from './catalogue.ts';

const DEFAULT_HOST = 'docker.io';
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const HOST =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\.(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?))*(?::\d+)?$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const INVALID = 'invalid reference format';

/** Takes an image reference apart and completes it. Models github.com/distribution/reference ParseNormalizedNamed; the errors are its own. */
export function parseImageName(reference: string): Result<ImageName, string> {
  const at = reference.indexOf('@');
  const named = at < 0 ? reference : reference.slice(0, at);
  const digest = at < 0 ? undefined : reference.slice(at + 1);
  if (digest !== undefined && !DIGEST.test(digest)) return err(INVALID);
  if (/^[a-f0-9]{64}$/.test(reference))
    return err(`invalid repository name (${reference}), cannot specify 64-byte hexadecimal strings`);
  const { host, rest } = splitHost(named);
  const colon = rest.lastIndexOf(':');
  const tagged = colon >= 0 && !rest.slice(colon).includes('/');
  const remote = tagged ? rest.slice(0, colon) : rest;
  const tag = tagged ? rest.slice(colon + 1) : undefined;
  if (remote !== remote.toLowerCase())
    return err(`${INVALID}: repository name (${remote}) must be lowercase`);
  if (!HOST.test(host) || remote === '' || !remote.split('/').every((part) => COMPONENT.test(part)))
    return err(INVALID);
  if (tag !== undefined && !TAG.test(tag)) return err(INVALID);
  const repository = `${host}/${remote}`;
  if (repository.length > 255) return err('repository name must not be more than 255 characters');
  const shown = tag ?? (digest === undefined ? 'latest' : undefined);
  // A digest says it all: containerd drops the tag beside it (reference.ParseDockerRef).
  const full = digest === undefined ? `${repository}:${shown}` : `${repository}@${digest}`;
  return ok({ registry: host, path: remote, repository, tag: shown, digest, full });
}

/** The registry is what stands before the first slash, when it looks like a host. */
function splitHost(named: string): { readonly host: string; readonly rest: string } {
  const slash = named.indexOf('/');
  const first = slash < 0 ? '' : named.slice(0, slash);
  const isHost = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  const host = isHost ? (first === 'index.docker.io' ? DEFAULT_HOST : first) : DEFAULT_HOST;
  const rest = isHost ? named.slice(slash + 1) : named;
  return { host, rest: host === DEFAULT_HOST && !rest.includes('/') ? `library/${rest}` : rest };
}
