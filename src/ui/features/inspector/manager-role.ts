import { type ActorRole, roleOf } from '../../widgets/glyphs/actors.ts';

/** The role behind a field manager's name: `kubectl-client-side-apply` is kubectl. */
export function managerRole(manager: string): ActorRole {
  return manager.startsWith('kubectl') ? 'kubectl' : roleOf(manager);
}
