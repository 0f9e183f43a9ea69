import type { LabelSelector } from '../../../../api/generated/types.ts';
import type { KubeObject } from '../../../../api/object.ts';
import { compileLabelSelector, formatSelector, selectorFromLabels } from '../../../../api/label-selector.ts';
import type { ScaleStrategy } from '../kind.ts';

type Selected = LabelSelector | Readonly<Record<string, string>>;

interface Scalable extends KubeObject {
  readonly spec?: { readonly replicas?: number; readonly selector?: Selected };
  readonly status?: { readonly replicas?: number };
}

function isLabelSelector(selector: Selected): selector is LabelSelector {
  const { matchLabels, matchExpressions } = selector as LabelSelector;
  return typeof matchLabels === 'object' || Array.isArray(matchExpressions);
}

function selectorText(selector: Selected | undefined): string {
  if (!selector) return '';
  return formatSelector(
    isLabelSelector(selector) ? compileLabelSelector(selector) : selectorFromLabels(selector),
  );
}

/** The scale of a kind with spec.replicas, spec.selector and status.replicas. */
export function scaleOf<T extends Scalable>(): ScaleStrategy<T> {
  return {
    replicas: ({ spec }) => spec?.replicas ?? 0,
    current: ({ status }) => status?.replicas ?? 0,
    selector: ({ spec }) => selectorText(spec?.selector),
    withReplicas: (object, replicas) => ({ ...object, spec: { ...object.spec, replicas } }),
  };
}
