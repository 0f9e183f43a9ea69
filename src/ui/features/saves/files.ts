/** A file the user brought. */
export interface Brought {
  readonly name: string;
  readonly text: string;
}

/** What to do with files: play one as a scenario, and open the others as tabs. */
export interface Sorted {
  readonly scenario: Brought | undefined;
  readonly tabs: readonly Brought[];
}

/** More is no manifest that anyone edits by hand. */
const LARGEST = 1_000_000;
const MOST = 50;
const TEXT = /\.(?:ya?ml|json|txt|conf|sh|env|properties|ini|toml|md)$/i;

/** Whether a file may be read at all, by its name and its size in bytes. Hidden files and folders of tools stay out. */
export function wanted(path: string, size: number): boolean {
  return size <= LARGEST && TEXT.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path);
}

/** A scenario has steps at the top; a manifest does not. */
const SCENARIO = /^(?:steps:|\s*\{[\s\S]*"steps"\s*:)/m;
const MANIFEST = /^(?:kind:|apiVersion:)/m;

/** Sorts what was brought; the first scenario is the one to play. NUL means that it is no text. */
export function sortFiles(files: readonly Brought[]): Sorted {
  const texts = files.filter(({ text }) => !text.includes('\0'));
  const scenario = texts.find(({ text }) => SCENARIO.test(text) && !MANIFEST.test(text));
  return { scenario, tabs: texts.filter((file) => file !== scenario).slice(0, MOST) };
}
