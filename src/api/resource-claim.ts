import type { Pod } from './generated/types.ts';

/** The ResourceClaims a Pod uses, in its spec's order: the one it names, or what was made for it from a template, which has no name before. Models k8s.io/dynamic-resource-allocation/resourceclaim Name (1.36). */
export function claimNames({ spec, status }: Pod): readonly (string | undefined)[] {
  return (spec.resourceClaims ?? []).map(
    ({ name, resourceClaimName }) =>
      resourceClaimName ??
      status?.resourceClaimStatuses?.find((made) => made.name === name)?.resourceClaimName,
  );
}
