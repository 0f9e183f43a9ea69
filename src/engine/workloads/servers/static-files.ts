import type { Task } from '../../kernel/task.ts';
import { response } from '../http.ts';
import type { HttpResponse, Syscalls } from '../program.ts';
import { readFile } from '../toolbox/io.ts';
import { formatTime } from '../toolbox/time.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'application/javascript',
  json: 'application/json',
  txt: 'text/plain',
  xml: 'text/xml',
  svg: 'image/svg+xml',
};

/** The file below `root` that a path names: 200, 403 for a directory without an index or without rights, else 404. */
export function* staticFile(sys: Syscalls, root: string, path: string): Task<HttpResponse> {
  const clean = path
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
  let file = `${root.replace(/\/$/, '')}/${clean}`;
  const stat = sys.stat(file);
  if (!stat.ok) return response(stat.error === 'EACCES' ? 403 : 404, '');
  if (stat.value.kind === 'directory') {
    file = `${file.replace(/\/$/, '')}/index.html`;
    if (!sys.stat(file).ok) return response(403, '');
  }
  const text = yield* readFile(sys, file);
  if (!text.ok) return response(text.error === 'EACCES' ? 403 : 404, '');
  const modified = sys.stat(file);
  return response(200, text.value, {
    'Content-Type': TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
    'Last-Modified': formatTime(
      modified.ok ? modified.value.modifiedUs : sys.unixUs(),
      '%a, %d %b %Y %H:%M:%S GMT',
    ),
  });
}
