import type { Pod } from '../../../api/generated/types.ts';
import { type Selector, parseLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { compareText } from '../../../base/compare.ts';

/** Which autoscalers lay hands on which Pods. Models pkg/controller/podautoscaler hpasControllingPodsUnderSelector (1.36). */
export class TargetSelectors {
  /** By key of the autoscaler (`namespace/name`): what its target's scale said last. */
  private readonly known = new Map<string, { readonly text: string; readonly selector: Selector }>();

  /** Pods of the namespace that this autoscaler's target selects. */
  select(key: string, text: string, pods: Iterable<Pod>): readonly Pod[] {
    const selector = this.parsed(key, text);
    if (selector === undefined) return [];
    return [...pods].filter((pod) => selects(key, selector, pod));
  }

  /** All autoscalers that select any of the Pods, by key. */
  of(pods: readonly Pod[]): readonly string[] {
    return [...this.known]
      .filter(([key, { selector }]) => pods.some((pod) => selects(key, selector, pod)))
      .map(([key]) => key)
      .toSorted(compareText);
  }

  forget(key: string): void {
    this.known.delete(key);
  }

  private parsed(key: string, text: string): Selector | undefined {
    const before = this.known.get(key);
    if (before?.text === text) return before.selector;
    const read = parseLabelSelector(text);
    if (!read.ok) return undefined;
    this.known.set(key, { text, selector: read.value });
    return read.value;
  }
}

function selects(key: string, selector: Selector, { metadata: { namespace, labels } }: Pod): boolean {
  return key.startsWith(`${namespace}/`) && selectorMatches(selector, labels);
}
