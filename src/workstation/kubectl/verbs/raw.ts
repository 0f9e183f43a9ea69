import { toWireJson } from '../../../api/json-text.ts';
import { parseYaml } from '../../../api/yaml/documents.ts';
import type { Json } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';

/** `--raw`: one request to a path, with a file as its body, and the answer as it comes. Models kubectl/pkg/rawhttp (1.36). */
export function* rawRequest(kube: Kube, verb: 'get' | 'create' | 'update' | 'delete'): Task<number> {
  const { flags } = kube;
  const filenames = verb === 'get' ? [] : flags.list('filename');
  if (verb === 'get' && (kube.args.length > 0 || flags.list('filename').length > 0))
    throw new CommandError('arguments may not be passed when --raw is specified');
  if (filenames.length > 1 || (filenames.length === 0 && (verb === 'create' || verb === 'update')))
    throw new CommandError('--raw can only use a single local file or stdin');
  const path = flags.text('raw');
  if (!path.startsWith('/'))
    throw new CommandError(
      `--raw must be a valid URL path: parse ${JSON.stringify(path)}: invalid URI for request`,
    );
  const body = filenames[0] === undefined ? undefined : bodyOf(kube, filenames[0]);
  const answer = yield* kube.api.request({
    verb,
    resource: '',
    namespace: '',
    name: '',
    path,
    ...(body === undefined ? {} : { body }),
  });
  kube.out(rawText(answer.body));
  return 0;
}

function bodyOf(kube: Kube, file: string): Json {
  const body = parseYaml((file === '-' ? kube.stdin : textOf(kube, file)) ?? '');
  if (!body.ok) throw new CommandError(body.error);
  return body.value;
}

function textOf(kube: Kube, file: string): string {
  const read = kube.files.read(file);
  if (read.ok) return read.value;
  throw new CommandError(`open ${file}: no such file or directory`);
}

/** JSON as the server writes it: on one line, but /version pretty. */
function rawText(body: unknown): string {
  if (typeof body === 'string') return body;
  const object = body as { readonly gitVersion?: unknown };
  return object.gitVersion === undefined ? `${toWireJson(body)}\n` : JSON.stringify(body, null, 2);
}
