import { type Offer, fileOffer } from './files.ts';
import { completeKubectl } from './kubectl.ts';
import type { Machine } from './machine.ts';
import { PROGRAMS, WRAPPERS } from './programs.ts';
import { unfinished } from './words.ts';

/** What may stand in place of the word being typed. */
export interface Completion {
  /** Where that word begins in the text. */
  readonly from: number;
  readonly words: readonly string[];
  /** Whether a single word is whole: a blank follows. */
  readonly finished: boolean;
}

/** What Tab offers at the end of a text, as bash and kubectl's own completion would. Pure. */
export function complete(text: string, machine: Machine): Completion {
  const { words, word, from, redirected } = unfinished(text);
  const {
    words: offered,
    finished = true,
    skip = 0,
  } = redirected ? fileOffer(word, machine) : offerFor(words, word, machine);
  const typed = word.slice(skip);
  const fitting = [...new Set(offered)].filter((each) => each.startsWith(typed));
  return { from: from + skip, words: fitting, finished };
}

function offerFor(words: readonly string[], word: string, machine: Machine): Offer {
  const [program, ...rest] = words;
  if (program === undefined) return { words: PROGRAMS };
  if (program === 'kubectl' || program === 'k') return completeKubectl(rest, word, machine);
  if (WRAPPERS.has(program)) {
    const inner = rest.findIndex((each) => !each.startsWith('-') && !/^\d+(\.\d+)?$/.test(each));
    return inner < 0 && !word.startsWith('-')
      ? { words: PROGRAMS }
      : offerFor(rest.slice(inner), word, machine);
  }
  if (program === 'ssh' && rest.length === 0) return { words: machine.names('nodes', '') };
  if (program === 'systemctl') return systemctl(rest);
  return word.startsWith('-') ? { words: [] } : fileOffer(word, machine);
}

function systemctl(rest: readonly string[]): Offer {
  return { words: rest.length === 0 ? ['status', 'start', 'stop', 'restart'] : ['kubelet', 'containerd'] };
}
