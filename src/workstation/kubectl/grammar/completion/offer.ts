import { NO_SPACE, type Plan } from './pieces.ts';

/** The words of a plan that begin as the word being typed does, and the directive for the shell; `listed` has what each source answers, in the order of the pieces. */
export function offered(
  { pieces, directive, skip = 0, halves = false }: Plan,
  word: string,
  listed: readonly (readonly string[])[],
): { readonly words: readonly string[]; readonly directive: number } {
  const typed = word.slice(skip);
  const words = pieces.flatMap(({ before = '', after = '', without = [] }, at) =>
    (listed[at] ?? [])
      .filter((each) => !without.includes(each))
      .map((each) => before + each + after)
      .filter((each) => each.startsWith(typed)),
  );
  const open = halves && words.length > 0 && words.every((each) => each.endsWith('/'));
  return { words, directive: open ? directive | NO_SPACE : directive };
}

/** The containers of a Pod or of the template of what has Pods, init containers first. */
export function containerNames(object: { readonly spec?: unknown } | undefined): readonly string[] {
  const spec = object?.spec as PodHolder | undefined;
  const pod = spec?.template?.spec ?? spec;
  return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ name }) => name);
}

interface PodHolder {
  readonly template?: { readonly spec?: PodHolder };
  readonly containers?: readonly { readonly name: string }[];
  readonly initContainers?: readonly { readonly name: string }[];
}
