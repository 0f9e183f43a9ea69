import { genericFailure } from '../../../api/generic-failure.ts';
import { jsonError } from '../../../api/go-json-error.ts';
import { goQuote } from '../../../api/go-text.ts';
import { toWireJson } from '../../../api/json-text.ts';
import { resourceByPath } from '../../../api/resources.ts';
import { unreadJson, unrecognizedBody } from '../../../api/unrecognized-body.ts';
import type { Json } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { ApiResponse } from '../../../engine/machinery/client.ts';
import { ApiFailure, CommandError } from '../errors.ts';
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
  const [escape] = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(path.split('?')[0] ?? '') ?? [];
  if (escape !== undefined)
    throw new CommandError(
      `--raw must be a valid URL path: parse ${goQuote(path)}: invalid URL escape ${goQuote(escape)}`,
    );
  const body = filenames[0] === undefined ? undefined : bodyOf(kube, filenames[0]);
  const ask = (where: string): Task<ApiResponse> =>
    kube.api.request({
      verb,
      resource: '',
      namespace: '',
      name: '',
      path: where,
      ...(body === undefined ? {} : { body }),
    });
  const answer = yield* ask(path);
  if (answer.code >= 400) throw new ApiFailure(genericFailure(answer.code, String(answer.body)));
  kube.out(rawText(answer.body));
  return 0;
}

/** The file as it is: that it is no JSON the server says. */
function bodyOf(kube: Kube, file: string): Json {
  const text = (file === '-' ? kube.stdin : textOf(kube, file)) ?? '';
  const problem = jsonError(text);
  if (problem !== undefined)
    throw new ApiFailure(unrecognizedBody(text, kindAt(kube.flags.text('raw')), unreadJson(problem)));
  return JSON.parse(text) as Json;
}

/** The kind that is sent to a path. */
function kindAt(path: string): string {
  const [head, group = '', version = '', ...rest] = (path.split('?')[0] ?? '').slice(1).split('/');
  const parts = head === 'api' ? [version, ...rest] : rest;
  const [word = ''] = parts[0] === 'namespaces' && parts.length > 2 ? parts.slice(2) : parts;
  const resource = head === 'api' ? resourceByPath('', group, word) : resourceByPath(group, version, word);
  return resource?.kind ?? '';
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
