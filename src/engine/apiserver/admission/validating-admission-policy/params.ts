import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import type { KubeObject } from '../../../../api/object.ts';
import { resourceByKind } from '../../../../api/resources.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

/** The parameter objects of a binding (`[undefined]` when it takes none), or why the request is refused. */
export type Params = { readonly params: readonly (KubeObject | undefined)[] } | { readonly refusal: string };

const NO_PARAMS =
  'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction';

/** Models generic.CollectParams. */
export function paramsOf(
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  { namespace }: AdmissionAttributes,
  rc: RequestContext,
): Params {
  const { paramKind } = policy.spec ?? {};
  const { paramRef } = binding.spec ?? {};
  if (paramKind === undefined) return { params: [undefined] };
  if (paramRef === undefined) return { params: [undefined] };
  const resource = resourceByKind(paramKind.apiVersion ?? '', paramKind.kind ?? '');
  if (resource === undefined)
    return {
      refusal: `failed to configure policy: failed to find resource referenced by paramKind: '${paramKind.apiVersion ?? ''}, Kind=${paramKind.kind ?? ''}'`,
    };
  const home = resource.namespaced ? (paramRef.namespace ?? namespace) : '';
  const { name, selector } = paramRef;
  const found =
    name === undefined || name === ''
      ? rc.server.etcd
          .range(resource.key, home)
          .filter(({ metadata }) => labelSelectorMatches(selector, metadata?.labels))
      : [rc.server.etcd.get(resource.key, { namespace: home, name })].filter(
          (object) => object !== undefined,
        );
  if (found.length > 0) return { params: found };
  return paramRef.parameterNotFoundAction === 'Allow' ? { params: [] } : { refusal: NO_PARAMS };
}
