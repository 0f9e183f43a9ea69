import type { Container, Pod } from '../../../../api/generated/types.ts';
import type { JsonObject } from '../../../../base/json.ts';
import type { Kube } from '../../kube.ts';

/** What kubectl debug makes: a container in the Pod, a copy of the Pod, a Pod on a node. */
export type DebugStyle = 'ephemeral' | 'copy' | 'node';

export const PROFILES: ReadonlySet<string> = new Set([
  'general',
  'restricted',
  'netadmin',
  'sysadmin',
  'baseline',
  'legacy',
]);

type SecurityContext = NonNullable<Container['securityContext']>;

/** The container with what a profile allows it. Models kubectl/pkg/cmd/debug/profiles.go (1.36). */
export function allowed(profile: string, style: DebugStyle, container: Container): Container {
  const { securityContext: held = {}, ...bare } = container;
  switch (profile) {
    case 'general':
      return style === 'node' ? bare : { ...bare, securityContext: capable(held, ['SYS_PTRACE']) };
    case 'restricted':
      return {
        ...bare,
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      };
    case 'netadmin':
      return { ...bare, securityContext: capable(held, ['NET_ADMIN', 'NET_RAW']) };
    case 'sysadmin':
      return { ...bare, securityContext: { ...held, privileged: true } };
    case 'baseline':
      return bare;
    default:
      return container;
  }
}

/** What is there already is added again. */
function capable(held: SecurityContext, names: readonly string[]): SecurityContext {
  return {
    ...held,
    capabilities: { ...held.capabilities, add: [...(held.capabilities?.add ?? []), ...names] },
  };
}

const HOST_NAMESPACES = { hostIPC: true, hostNetwork: true, hostPID: true };
const ROOT = { name: 'host-root', hostPath: { path: '/' } };
const AT_HOST = { volumeMounts: [{ name: ROOT.name, mountPath: '/host' }] };

/** What a Pod on a node has of its node under a profile, and where its container sees the node's files. */
export function ofTheNode(profile: string): { readonly spec: JsonObject; readonly container: JsonObject } {
  switch (profile) {
    case 'baseline':
    case 'restricted':
      return { spec: {}, container: {} };
    case 'netadmin':
      return { spec: HOST_NAMESPACES, container: {} };
    default:
      return { spec: { ...HOST_NAMESPACES, volumes: [ROOT] }, container: AT_HOST };
  }
}

const LEGACY =
  '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".\n';

/** Says that a profile is going away. */
export function warnOfProfile(kube: Kube): void {
  if (kube.flags.text('profile') === 'legacy') kube.err(LEGACY);
}

const NON_ROOT =
  'Warning: Non-root user is configured for the entire target Pod, and some capabilities granted by debug profile may not work. Please consider using "--custom" with a custom profile that specifies "securityContext.runAsUser: 0".\n';

/** Says where a Pod's user keeps a container from what it is allowed. Models DebugOptions.displayWarning. */
export function warnOfUser(
  kube: Kube,
  { securityContext: own }: Container,
  { spec }: Pick<Pod, 'spec'>,
): void {
  const isRoot = (user: number | undefined): boolean => user === 0;
  const podUser = spec.securityContext?.runAsUser;
  if (podUser === undefined || isRoot(podUser) || isRoot(own?.runAsUser)) return;
  if (own?.privileged === true || (own?.capabilities?.add ?? []).length > 0) kube.err(NON_ROOT);
}
