import type { Task } from '../../kernel/task.ts';
import { reasonOf } from '../http.ts';
import type { Syscalls } from '../program.ts';
import { fail, options } from '../toolbox/io.ts';
import { serveHttp } from './serve.ts';
import { staticFile } from './static-files.ts';

/** busybox httpd: files of a folder; in the foreground with -f. No signal handler: as PID 1 it takes no notice of SIGTERM. */
export function* busyboxHttpd(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, bad } = options(argv, 'fip:h:c:r:u:v');
  if (bad !== undefined) return yield* fail(sys, `httpd: unrecognized option: ${bad}`);
  const port = Number((flags.get('p') ?? '80').split(':').pop());
  const socket = sys.listen(port);
  if (!socket.ok) return yield* fail(sys, 'httpd: bind: Address in use');
  const root = flags.get('h') ?? sys.cwd();
  const serve = serveHttp(sys, {
    socket: socket.value,
    done: () => false,
    handle: function* (request) {
      const answer = yield* staticFile(sys, root, request.path.split('?')[0] as string);
      if (answer.status === 200) return answer;
      const title = `${answer.status} ${reasonOf(answer.status)}`;
      return {
        ...answer,
        headers: { 'Content-Type': 'text/html' },
        body: `<HTML><HEAD><TITLE>${title}</TITLE></HEAD>\n<BODY><H1>${title}</H1>\nThe requested URL was not found\n</BODY></HTML>\n`,
      };
    },
  });
  if (flags.has('f')) {
    yield* serve;
    return 0;
  }
  // The listening socket goes with the process that opened it, so the one in the background opens its own.
  socket.value.close();
  const child = sys.fork((own) => busyboxHttpd(own, [...argv, '-f']));
  return child.ok ? 0 : 1;
}
