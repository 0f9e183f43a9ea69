import { KUBECTL } from './grammar/root.ts';
import { parseLine } from './grammar/parse.ts';

/** Commands that see to Ctrl-C themselves, and what they end with. Models kubectl/pkg/util/interrupt and its users (1.36). */
const OWN_WAY: Readonly<Record<string, number>> = {
  delete: 1,
  events: 1,
  get: 1,
  logs: 1,
  'port-forward': 0,
  'rollout status': 1,
  wait: 1,
};
/** Of these only what watches. */
const WATCHING = new Set(['events', 'get']);

/** What kubectl ends with after Ctrl-C; undefined when the signal ends it. */
export function exitOfInterrupted(argv: readonly string[]): number | undefined {
  const parsed = parseLine(KUBECTL, argv);
  if (!parsed.ok) return undefined;
  const { path, flags } = parsed.value;
  const words = path.slice(1).map(({ name }) => name);
  const command = words.join(' ');
  if (WATCHING.has(command) && !flags.bool('watch') && !(flags.has('watch-only') && flags.bool('watch-only')))
    return undefined;
  return OWN_WAY[command];
}
