import type { FileKeySelector } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { MountedVolume } from '../volumes/mount.ts';

// Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables for fileKeyRef and pkg/kubelet/util/env (1.36).

/** How the files that variables come from are reached. */
export interface EnvFiles {
  readonly volume: (name: string) => MountedVolume | undefined;
  readonly readFile: (path: string) => string | undefined;
}

const MAX_KEY = 128;
const MAX_VALUE = 32 * 1024;

/** The value a file of a volume has for a key; undefined leaves the variable out. */
export function fileKey(
  { volumeName, path, key, optional }: FileKeySelector,
  files: EnvFiles,
): Result<string | undefined, string> {
  const volume = files.volume(volumeName);
  if (volume === undefined) return err(`cannot find the volume "${volumeName}" referenced by FileKeyRef`);
  if (key.length > MAX_KEY)
    return err(`environment variable key "${key}" exceeds maximum length of 128 characters`);
  const text = files.readFile(`${volume.hostPath}/${path}`);
  const entries = text === undefined ? undefined : parseEnvFile(text);
  if (entries === undefined) return err("couldn't parse env file");
  const value = entries.get(key) ?? '';
  if (value.length > MAX_VALUE)
    return err(`environment variable value for key "${key}" exceeds maximum size of 32KB`);
  if (value !== '') return ok(value);
  return optional === true
    ? ok(undefined)
    : err(`environment variable key "${key}" not found in file "${path}"`);
}

/** Lines `KEY='value'` in single quotes, which may hold line ends; `#` comments. Undefined when it is none of that. */
export function parseEnvFile(text: string): Map<string, string> | undefined {
  const entries = new Map<string, string>();
  const entry =
    /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)|[ \t]*([A-Za-z_][\w.-]*)='([^']*)'[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
  while (entry.lastIndex < text.length) {
    const found = entry.exec(text);
    if (found === null) return undefined;
    const [, key, value = ''] = found;
    if (key !== undefined) entries.set(key, value);
  }
  return entries;
}
