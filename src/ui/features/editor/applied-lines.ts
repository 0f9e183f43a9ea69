import type { FilledLine } from '../../projections/editor/filled.ts';
import type { LineProblem } from '../../projections/editor/refusal.ts';
import type { YamlLine } from '../../widgets/data/yaml-view.tsx';

const WRITERS = { apiserver: 'kube-apiserver', scheduler: 'kube-scheduler' } as const;

/** The file's lines, each followed by what the cluster filled in after it; what is wrong or ignored is marked. */
export function appliedLines(
  text: string,
  filled: readonly FilledLine[],
  {
    problems,
    ignored,
  }: { readonly problems: readonly LineProblem[]; readonly ignored: readonly LineProblem[] },
): readonly YamlLine[] {
  const bad = new Set(problems.map(({ line }) => line));
  const notes = new Map(ignored.map(({ line, message }) => [line, message]));
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.flatMap((line, place): YamlLine[] => {
    const no = place + 1;
    const says = notes.get(no);
    const own: YamlLine = bad.has(no)
      ? { text: line, no, mark: 'error' }
      : says === undefined
        ? { text: line, no }
        : { text: line, no, mark: 'info', says };
    const added = filled
      .filter(({ after }) => after === no)
      .map(({ text: added, by }): YamlLine => ({ text: added, mark: 'filled', role: by, who: WRITERS[by] }));
    return [own, ...added];
  });
}
