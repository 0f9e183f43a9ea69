import type { FieldError, FieldPath } from '../../../../../api/field-error.ts';
import type {
  Container,
  EphemeralContainer,
  ObjectMeta,
  PodSpec,
  Volume,
} from '../../../../../api/generated/types.ts';

/** Any container: ephemeral ones have the same fields and a target. */
export type AnyContainer = Container | EphemeralContainer;

/** What the checks of one Pod spec share: where errors go and what they look at besides their own field. */
export interface PodCheck {
  readonly errors: FieldError[];
  readonly spec: PodSpec;
  /** The Pod's own metadata; absent for a template. */
  readonly podMeta: Partial<ObjectMeta> | undefined;
  /** The volumes that are valid themselves, by name. */
  readonly volumes: Map<string, Volume>;
  readonly claimNames: ReadonlySet<string>;
  readonly hostUsers: boolean;
}

/** hostUsers is true unless it says false. */
export function podCheck(errors: FieldError[], spec: PodSpec, podMeta?: Partial<ObjectMeta>): PodCheck {
  return {
    errors,
    spec,
    podMeta,
    volumes: new Map(),
    claimNames: new Set(spec.resourceClaims?.map(({ name }) => name).filter((name) => name !== '')),
    hostUsers: spec.hostUsers !== false,
  };
}

/** Init, app and ephemeral containers, in this order. Models podshelper.VisitContainersWithPath. */
export function visitContainers(
  spec: PodSpec,
  path: FieldPath,
  visit: (container: AnyContainer, path: FieldPath) => void,
): void {
  for (const [i, container] of (spec.initContainers ?? []).entries())
    visit(container, path.child('initContainers').index(i));
  for (const [i, container] of (spec.containers ?? []).entries())
    visit(container, path.child('containers').index(i));
  for (const [i, container] of (spec.ephemeralContainers ?? []).entries()) {
    visit(container, path.child('ephemeralContainers').index(i));
  }
}
