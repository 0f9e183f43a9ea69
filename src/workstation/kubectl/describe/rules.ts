import type { PolicyRule } from '../../../api/generated/types.ts';
import { compareText } from '../../../base/compare.ts';
import { goList } from './common.ts';

// Models component-helpers/auth/rbac/validation BreakdownRule and kubectl/pkg/util/rbac CompactRules (1.36).

/** Rules as rows of the table that describe role and auth can-i --list print. */
export function ruleRows(rules: readonly PolicyRule[]): string[] {
  const compact = compactRules(rules.flatMap(breakdown));
  const sorted = compact
    .map((rule) => ({ rule, key: goString(rule) }))
    .sort((a, b) => compareText(a.key, b.key));
  return sorted.map(
    ({ rule }) =>
      `${resourceGroup(rule)}\t${goList(rule.nonResourceURLs)}\t${goList(rule.resourceNames)}\t${goList(rule.verbs)}\n`,
  );
}

function breakdown(rule: PolicyRule): PolicyRule[] {
  const { apiGroups = [], resources = [], nonResourceURLs = [], resourceNames = [] } = rule;
  const out: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of rule.verbs) {
        if (resourceNames.length === 0)
          out.push({ apiGroups: [group], resources: [resource], verbs: [verb] });
        for (const name of resourceNames)
          out.push({ apiGroups: [group], resources: [resource], verbs: [verb], resourceNames: [name] });
      }
    }
  }
  for (const url of nonResourceURLs)
    for (const verb of rule.verbs) out.push({ nonResourceURLs: [url], verbs: [verb] });
  return out;
}

/** Rules about one resource become one with all verbs. */
function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const out: PolicyRule[] = [];
  const places = new Map<string, number>();
  for (const rule of rules) {
    if ((rule.resources ?? []).length !== 1 || (rule.nonResourceURLs ?? []).length > 0) {
      out.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames ?? []]);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, out.length);
      out.push(rule);
    } else {
      const held = out[place] as PolicyRule;
      const verbs = [...held.verbs, ...rule.verbs.filter((verb) => !held.verbs.includes(verb))];
      out[place] = { ...held, verbs };
    }
  }
  return out;
}

/** The generated String method of PolicyRule: by it rules are sorted. */
function goString({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return `&PolicyRule{Verbs:${goList(verbs)},APIGroups:${goList(apiGroups)},Resources:${goList(resources)},ResourceNames:${goList(resourceNames)},NonResourceURLs:${goList(nonResourceURLs)},}`;
}

/** `deployments.apps`. Models CombineResourceGroup. */
function resourceGroup({ resources = [], apiGroups = [] }: PolicyRule): string {
  const [first] = resources;
  if (first === undefined) return '';
  const [resource = '', ...sub] = first.split('/');
  const group = apiGroups[0] ?? '';
  return (group === '' ? resource : `${resource}.${group}`) + (sub.length === 0 ? '' : `/${sub.join('/')}`);
}
