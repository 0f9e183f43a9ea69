import type { Json } from '../../../base/json.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { flow, readYaml } from './edit.ts';

/** An image of the scenario's own as the form shows it: its figures as YAML. */
export interface ImageRow {
  readonly name: string;
  readonly figures: string;
}

export function imageRows({ images = {} }: ScenarioDocument): readonly ImageRow[] {
  return Object.entries(images).map(([name, figures]) => ({ name, figures: flow(figures) }));
}

/** The scenario with these images; figures that are no YAML stay text, for the scenario's reader to name. */
export function withImages(document: ScenarioDocument, rows: readonly ImageRow[]): ScenarioDocument {
  const { images: _before, ...rest } = document;
  const images = Object.fromEntries(
    rows.map(({ name, figures }): [string, Json] => [
      name.trim(),
      (readYaml(figures) as Json | undefined) ?? figures,
    ]),
  );
  return rows.length === 0 ? rest : { ...rest, images };
}
