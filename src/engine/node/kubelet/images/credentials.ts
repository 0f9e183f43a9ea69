import type { Pod, Secret } from '../../../../api/generated/types.ts';
import { fnv1a } from '../../../../base/hash.ts';
import type { AuthConfig } from '../../cri/port/image.ts';
import { repositoryOf } from './image-name.ts';

// Models pkg/credentialprovider/secrets and keyring.go (1.36): credentials from pull secrets.

/** One credential and the secret it came from. */
export interface TrackedAuth {
  readonly auth: AuthConfig;
  readonly secret: { readonly uid: string; readonly namespace: string; readonly name: string };
  readonly hash: string;
}

/** The credentials of the Pod's secrets that fit the image's registry and path, the longest match first. */
export function credentialsFor(image: string, secrets: readonly Secret[]): TrackedAuth[] {
  const repository = repositoryOf(image);
  const found: { readonly key: string; readonly tracked: TrackedAuth }[] = [];
  for (const secret of secrets) {
    for (const [key, entry] of Object.entries(authsOf(secret))) {
      if (!matches(key, repository)) continue;
      const { username, password } = login(entry);
      const auth = { registry: key, username, password };
      const { uid, namespace = '', name } = secret.metadata;
      const hash = fnv1a(`${username}:${password}`).toString(16);
      found.push({ key, tracked: { auth, secret: { uid, namespace, name }, hash } });
    }
  }
  found.sort((a, b) => bare(b.key).length - bare(a.key).length);
  return found.map(({ tracked }) => tracked);
}

interface AuthEntry {
  readonly auth?: string;
  readonly username?: string;
  readonly password?: string;
}

function authsOf(secret: Secret): Record<string, AuthEntry> {
  const modern = secret.data?.['.dockerconfigjson'];
  const legacy = secret.data?.['.dockercfg'];
  const parsed = parse(modern ?? legacy);
  if (modern !== undefined) return (parsed as { auths?: Record<string, AuthEntry> }).auths ?? {};
  return parsed as Record<string, AuthEntry>;
}

function parse(encoded: string | undefined): object {
  if (encoded === undefined) return {};
  try {
    const value: unknown = JSON.parse(decodeBase64(encoded));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function login(entry: AuthEntry): { username: string; password: string } {
  if (entry.auth === undefined || entry.auth === '')
    return { username: entry.username ?? '', password: entry.password ?? '' };
  const [username = '', ...rest] = decodeBase64(entry.auth).split(':');
  return { username, password: rest.join(':') };
}

/** `https://index.docker.io/v1/` and `docker.io` mean the same. */
function bare(key: string): string {
  const text = key
    .replace(/^https?:\/\//, '')
    .replace(/\/v[12]\/?$/, '')
    .replace(/\/$/, '');
  return text === 'index.docker.io' || text === 'registry-1.docker.io' ? 'docker.io' : text;
}

function matches(key: string, repository: string): boolean {
  const wanted = bare(key).split('/');
  const [host = '', ...path] = repository.split('/');
  const [wantedHost = '', ...wantedPath] = wanted;
  if (!hostMatches(wantedHost, host)) return false;
  return wantedPath.length === 0 || path.join('/').startsWith(wantedPath.join('/'));
}

function hostMatches(pattern: string, host: string): boolean {
  if (pattern === host) return true;
  if (!pattern.includes('*')) return false;
  const [a, b] = [pattern.split('.'), host.split('.')];
  return a.length === b.length && a.every((part, index) => globPart(part, b[index] as string));
}

function globPart(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const [index, piece] of rest.entries()) {
    const found =
      index === rest.length - 1 && piece !== '' ? text.lastIndexOf(piece) : text.indexOf(piece, at);
    if (found < at) return false;
    at = index === rest.length - 1 && piece === '' ? text.length : found + piece.length;
  }
  return at === text.length;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Text of a base64 value (UTF-8); what is not base64 is skipped. */
export function decodeBase64(encoded: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of encoded) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return utf8(bytes);
}

function utf8(bytes: readonly number[]): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x80) out += String.fromCharCode(byte);
    else {
      const extra = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
      let code = byte & (0x3f >> extra);
      for (let k = 0; k < extra; k++) code = (code << 6) | ((bytes[++i] ?? 0) & 0x3f);
      out += String.fromCodePoint(Math.min(code, 0x10ffff));
    }
  }
  return out;
}

/** Names of a Pod's pull secrets, in order. */
export function pullSecretNames(pod: Pod): string[] {
  return (pod.spec.imagePullSecrets ?? []).map(({ name }) => name ?? '').filter((name) => name !== '');
}
