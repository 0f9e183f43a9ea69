import type { PolicyRule } from '../../../api/generated/types.ts';

/**
 * Reads rules written one a line: `VERBS GROUPS RESOURCES [NAMES]`, lists with commas, `''` for the core group,
 * `NAMES` only where a rule is about named objects; `VERBS url PATHS` for paths.
 */
export function rulesOf(text: string): readonly PolicyRule[] {
  return text
    .trim()
    .split('\n')
    .map((line) => ruleOf(line.trim()));
}

function ruleOf(line: string): PolicyRule {
  const [verbs = '', group = '', resources = '', names] = line.split(' ');
  if (group === 'url') return { verbs: list(verbs), nonResourceURLs: list(resources) };
  const apiGroups = list(group).map((name) => (name === "''" ? '' : name));
  return {
    verbs: list(verbs),
    apiGroups,
    resources: list(resources),
    ...(names === undefined ? {} : { resourceNames: list(names) }),
  };
}

const SETS: Readonly<Record<string, string>> = {
  READ: 'get,list,watch',
  WRITE: 'create,delete,deletecollection,patch,update',
};

function list(text: string): readonly string[] {
  return text.split(',').flatMap((word) => SETS[word]?.split(',') ?? [word]);
}
