import type { FilledLine } from '../../projections/editor/filled.ts';
import type { LineProblem } from '../../projections/editor/refusal.ts';
import type { YamlLine } from '../../widgets/data/yaml-view.tsx';

const WRITERS = { apiserver: 'kube-apiserver', scheduler: 'kube-scheduler' } as const;

/** The file's lines, each followed by what the cluster filled in after it. */
export function appliedLines(
  text: string,
  filled: readonly FilledLine[],
  problems: readonly LineProblem[],
): readonly YamlLine[] {
  const bad = new Set(problems.map(({ line }) => line));
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.flatMap((line, place): YamlLine[] => {
    const no = place + 1;
    const own: YamlLine = bad.has(no) ? { text: line, no, mark: 'error' } : { text: line, no };
    const added = filled
      .filter(({ after }) => after === no)
      .map(({ text: added, by }): YamlLine => ({ text: added, mark: 'filled', role: by, who: WRITERS[by] }));
    return [own, ...added];
  });
}
