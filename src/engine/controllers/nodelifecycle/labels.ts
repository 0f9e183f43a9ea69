import type { Node } from '../../../api/generated/types.ts';

/** Labels that were renamed: the old name follows the new one. Models labelReconcileInfo (1.36). */
const RENAMED: readonly { readonly primary: string; readonly secondary: string }[] = [
  { primary: 'kubernetes.io/os', secondary: 'beta.kubernetes.io/os' },
  { primary: 'kubernetes.io/arch', secondary: 'beta.kubernetes.io/arch' },
];

/** Labels a node should have beside those it has; undefined when none is missing. Models reconcileNodeLabels. */
export function missingLabels({ metadata }: Node): Readonly<Record<string, string>> | undefined {
  const labels = metadata.labels ?? {};
  const missing = RENAMED.flatMap(({ primary, secondary }): (readonly [string, string])[] => {
    const value = labels[primary];
    return value === undefined || labels[secondary] === value ? [] : [[secondary, value]];
  });
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}
