import type { Draft } from '../../../../base/brand.ts';
import type { PersistentVolumeClaimSpec } from '../../../../api/generated/types.ts';
import { defaultResourceList } from './resource-list.ts';

/** Of a claim, a claim template of a StatefulSet or of an ephemeral volume. Models SetDefaults_PersistentVolumeClaimSpec. */
export function defaultClaimSpec(spec: Draft<PersistentVolumeClaimSpec> | undefined): void {
  if (!spec) return;
  spec.volumeMode ??= 'Filesystem';
  defaultResourceList(spec.resources?.limits);
  defaultResourceList(spec.resources?.requests);
}
