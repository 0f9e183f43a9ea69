import type { Program } from '../program.ts';
import { stopOn } from './serve.ts';

/** The sandbox's own process: it holds the namespaces, reaps orphans and ends on SIGINT or SIGTERM. Models build/pause/linux/pause.c. */
export const pause: Program = function* (sys) {
  const stop = stopOn(sys, ['SIGINT', 'SIGTERM']);
  sys.signal('SIGCHLD', () => undefined);
  while (stop.signal === undefined) {
    yield* sys.pause();
    for (;;) {
      const ended = yield* sys.wait(undefined, true);
      if (ended === undefined || ended === 'ECHILD' || ended === 'interrupted') break;
    }
  }
  return 0;
};
