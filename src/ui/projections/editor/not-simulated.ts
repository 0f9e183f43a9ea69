import { notSimulated } from '../../../api/not-simulated.ts';
import { readManifests } from '../../../api/yaml/documents.ts';
import { positionOf } from '../../../api/yaml/positions.ts';
import type { Lang } from '../../../i18n/lang.ts';
import type { LineProblem } from './refusal.ts';

/** A field of a file that the simulation keeps and does not act on; `message` says what that means. */
export interface IgnoredField extends LineProblem {
  readonly path: string;
}

/** The fields of a file that nothing in the simulated cluster acts on, in the order of their lines. */
export function ignoredFields(text: string, lang: Lang): readonly IgnoredField[] {
  const { documents } = readManifests(text);
  const found = documents.flatMap((document) =>
    notSimulated(document.value).map(({ path, why }): IgnoredField => {
      const { line, column } = positionOf(document, path);
      return { line, column, path, message: why[lang] };
    }),
  );
  return found.toSorted((a, b) => a.line - b.line);
}
