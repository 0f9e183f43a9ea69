import { parseQuantity } from '../../../../api/quantity.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { isConfigMapKey } from '../../../../api/names.ts';
import { contentHash } from './append-hash.ts';
import { checkVariableName } from './variable-name.ts';
import type { JsonObject } from '../../../../base/json.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { encodeBase64 } from '../../../../base/base64.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { createMade, nameArgument } from './generator.ts';

/** `kubectl create configmap`. Models create_configmap.go (1.36). */
export function* createConfigMap(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  const data = collectData(kube, `ConfigMap ${goQuote(name)}`);
  const object: JsonObject = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name },
    ...(data.size === 0 ? {} : { data: sorted(data) }),
  };
  const hashed = (): JsonObject => ({
    name: `${name}-${contentHash({ data: object['data'] ?? {}, kind: 'ConfigMap', name })}`,
  });
  const named = kube.flags.bool('append-hash') ? { ...object, metadata: hashed() } : object;
  return yield* createMade(kube, { object: named, refusal: 'failed to create configmap: ' });
}

/** `kubectl create secret generic`. Models create_secret.go. */
export function* createGenericSecret(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  const type = kube.flags.text('type');
  const data = collectData(kube, `Secret ${goQuote(name)}`);
  return yield* makeSecret(kube, name, type, data);
}

/** `kubectl create secret tls`. Models create_secret_tls.go; whether the key is the certificate's is not looked at. */
export function* createTlsSecret(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  const [cert, key] = [kube.flags.text('cert'), kube.flags.text('key')];
  if (cert === '' || key === '') throw new CommandError('key and cert must be specified');
  const data = new Map([
    ['tls.crt', readFile(kube, cert, `Cannot read file ${cert}, `)],
    ['tls.key', readFile(kube, key, `Cannot read file ${key}, `)],
  ]);
  checkPem(data.get('tls.crt') ?? '', 'certificate', 'CERTIFICATE');
  checkPem(data.get('tls.key') ?? '', 'key', 'PRIVATE KEY');
  return yield* makeSecret(kube, name, 'kubernetes.io/tls', data);
}

/** Models tls.X509KeyPair's search for the blocks it needs. */
function checkPem(text: string, what: string, type: string): void {
  const found = [...text.matchAll(/-----BEGIN ([^-]+)-----/g)].map((match) => match[1] ?? '');
  if (found.length === 0) throw new CommandError(`tls: failed to find any PEM data in ${what} input`);
  const fits = (one: string): boolean => one === type || (what === 'key' && one.endsWith(` ${type}`));
  if (found.some(fits)) return;
  if (what === 'certificate' && found.length === 1 && found[0]?.endsWith('PRIVATE KEY') === true)
    throw new CommandError(
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    );
  if (what === 'key' && found.length === 1 && found[0] === 'CERTIFICATE')
    throw new CommandError('tls: found a certificate rather than a key in the PEM for the private key');
  throw new CommandError(
    what === 'key'
      ? `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${found.join(' ')}]`
      : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${found.join(' ')}]`,
  );
}

/** `kubectl create secret docker-registry`. Models create_secret_docker.go. */
export function* createDockerSecret(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const files = flags.list('from-file');
  if (files.length > 0) {
    const data = new Map<string, string>();
    for (const file of files) addFile(kube, data, file, `Secret ${goQuote(name)}`);
    return yield* makeSecret(
      kube,
      name,
      'kubernetes.io/dockerconfigjson',
      new Map([['.dockerconfigjson', data.get('.dockerconfigjson') ?? [...data.values()][0] ?? '']]),
    );
  }
  const [username, password] = [flags.text('docker-username'), flags.text('docker-password')];
  if (username === '' || password === '')
    throw new CommandError(
      'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
    );
  const email = flags.text('docker-email');
  const entry = {
    username,
    password,
    ...(email === '' ? {} : { email }),
    auth: encodeBase64(`${username}:${password}`),
  };
  const config = JSON.stringify({ auths: { [flags.text('docker-server')]: entry } });
  return yield* makeSecret(
    kube,
    name,
    'kubernetes.io/dockerconfigjson',
    new Map([['.dockerconfigjson', config]]),
  );
}

function* makeSecret(
  kube: Kube,
  name: string,
  type: string,
  data: ReadonlyMap<string, string>,
): Task<number> {
  const encoded = new Map([...data].map(([key, value]) => [key, encodeBase64(value)] as const));
  const object: JsonObject = {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name },
    ...(data.size === 0 ? {} : { data: sorted(encoded) }),
    ...(type === '' ? {} : { type }),
  };
  const hashed = (): JsonObject => ({
    name: `${name}-${contentHash({ data: object['data'] ?? {}, kind: 'Secret', name, type })}`,
  });
  const named = kube.flags.bool('append-hash') ? { ...object, metadata: hashed() } : object;
  return yield* createMade(kube, { object: named, refusal: 'failed to create secret ' });
}

const sorted = (data: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries([...data].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Data of --from-file, --from-literal and --from-env-file, in that order. */
function collectData(kube: Kube, owner: string): Map<string, string> {
  const { flags } = kube;
  const [files, literals, envFiles] = [
    flags.list('from-file'),
    flags.list('from-literal'),
    flags.list('from-env-file'),
  ];
  if (envFiles.length > 0 && (files.length > 0 || literals.length > 0))
    throw new CommandError('from-env-file cannot be combined with from-file or from-literal');
  const data = new Map<string, string>();
  for (const file of files) addFile(kube, data, file, owner);
  for (const literal of literals) {
    const equals = literal.indexOf('=');
    if (equals < 0) throw new CommandError(`invalid literal source ${literal}, expected key=value`);
    if (equals === 0) throw new CommandError(`invalid literal source ${literal}, expected key=value`);
    add(data, literal.slice(0, equals), unquoted(literal.slice(equals + 1)), owner);
  }
  for (const file of envFiles) addEnvFile(kube, data, file, owner);
  return data;
}

const unquoted = (text: string): string =>
  /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;

function add(data: Map<string, string>, key: string, value: string, owner: string): void {
  const errors = isConfigMapKey(key);
  if (errors.length > 0)
    throw new CommandError(
      `${goQuote(key)} is not a valid key name for a ${owner.split(' ')[0]}: ${errors.join(',')}`,
    );
  if (data.has(key))
    throw new CommandError(
      `cannot add key ${goQuote(key)}, another key by that name already exists in Data for ${owner}`,
    );
  data.set(key, value);
}

function addFile(kube: Kube, data: Map<string, string>, source: string, owner: string): void {
  const parts = source.split('=');
  if (parts.length > 2) throw new CommandError("key names or file paths cannot contain '='");
  const path = parts.at(-1) ?? '';
  const key = parts.length === 2 ? (parts[0] ?? '') : (path.split('/').at(-1) ?? '');
  if (parts.length === 2 && key === '') throw new CommandError(`key name for file path ${path} missing`);
  const read = kube.files.read(path);
  if (read.ok) {
    add(data, key, read.value, owner);
    return;
  }
  if (read.error === 'missing') throw new CommandError(`error reading ${path}: no such file or directory`);
  if (parts.length === 2) throw new CommandError('cannot give a key name for a directory path');
  for (const name of kube.files.list(path) ?? []) {
    const file = kube.files.read(`${path}/${name}`);
    if (file.ok && isConfigMapKey(name).length === 0) add(data, name, file.value, owner);
  }
}

/** What a file of variables is called, by who is made of it. */
const ENV_FILE: Readonly<Record<string, string>> = { ConfigMap: 'config', Secret: 'secret' };

function addEnvFile(kube: Kube, data: Map<string, string>, path: string, owner: string): void {
  const read = kube.files.read(path);
  if (!read.ok && read.error === 'missing')
    throw new CommandError(`error reading ${path}: no such file or directory`);
  if (!read.ok)
    throw new CommandError(`env ${ENV_FILE[owner.split(' ')[0] ?? '']} file cannot be a directory`);
  for (const line of read.value.split(/\r?\n/)) {
    const text = line.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    const equals = text.indexOf('=');
    checkVariableName(equals < 0 ? text : text.slice(0, equals));
    add(data, equals < 0 ? text : text.slice(0, equals), equals < 0 ? '' : text.slice(equals + 1), owner);
  }
}

function readFile(kube: Kube, path: string, prefix = ''): string {
  const read = kube.files.read(path);
  if (read.ok) return read.value;
  throw new CommandError(`${prefix}open ${path}: no such file or directory`);
}

/** `kubectl create namespace`. Models create_namespace.go. */
export function* createNamespace(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  return yield* createMade(kube, {
    object: { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, spec: {}, status: {} },
  });
}

/** `kubectl create serviceaccount`. Models create_serviceaccount.go. */
export function* createServiceAccount(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  return yield* createMade(kube, {
    object: { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name } },
    refusal: 'failed to create serviceaccount: ',
  });
}

/** `kubectl create quota`. Models create_quota.go. */
export function* createQuota(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const hard: Record<string, string> = {};
  for (const part of flags
    .text('hard')
    .split(',')
    .filter((text) => text !== '')) {
    const [key = '', value, ...rest] = part.split('=');
    if (value === undefined || rest.length > 0)
      throw new CommandError(`Invalid argument syntax ${part}, expected <resource>=<value>`);
    const amount = parseQuantity(value);
    if (!amount.ok) throw new CommandError(amount.error);
    hard[key] = value;
  }
  const scopes = flags
    .text('scopes')
    .split(',')
    .filter((text) => text !== '');
  const spec = {
    ...(Object.keys(hard).length === 0 ? {} : { hard }),
    ...(scopes.length === 0 ? {} : { scopes }),
  };
  return yield* createMade(kube, {
    object: { kind: 'ResourceQuota', apiVersion: 'v1', metadata: { name }, spec, status: {} },
    refusal: 'failed to create quota: ',
  });
}
