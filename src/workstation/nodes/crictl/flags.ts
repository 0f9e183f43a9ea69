/** What a line of crictl asks for. */
export interface Asked {
  readonly verb: string;
  readonly args: readonly string[];
  has(...names: readonly string[]): boolean;
  /** The value of a flag; '' when it is not given. */
  text(...names: readonly string[]): string;
}

/** Flags that take the next word. */
const WITH_VALUE = new Set([
  'name',
  'namespace',
  'state',
  's',
  'pod',
  'p',
  'label',
  'image',
  'output',
  'o',
  'last',
  'tail',
  'template',
  'since',
  'runtime-endpoint',
  'r',
  'image-endpoint',
  'timeout',
]);

/** Takes a line apart: flags before or after the verb, short ones in one word (`-it`). `exec` keeps what follows its container. */
export function askedOf(words: readonly string[]): Asked {
  const flags = new Map<string, string>();
  const args: string[] = [];
  let verb = '';
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-') || word === '-') {
      if (verb === '') verb = word;
      else args.push(word);
      if (verb === 'exec' && args.length === 1) {
        args.push(...rest.filter((each, place) => place > 0 || each !== '--'));
        break;
      }
      continue;
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=');
    const names = word.startsWith('--') || WITH_VALUE.has(name) ? [name] : name.split('');
    for (const each of names)
      flags.set(each, value ?? (WITH_VALUE.has(each) ? (rest.shift() ?? '') : 'true'));
  }
  return {
    verb,
    args,
    has: (...names) => names.some((name) => flags.has(name)),
    text: (...names) => names.map((name) => flags.get(name)).find((value) => value !== undefined) ?? '',
  };
}
