import { useCallback } from 'react';
import type { ObjectRef } from '../../../api/object.ts';
import { useSession } from '../../session/use-session.tsx';

/** Makes another object the inspector's own. */
export function useOpen(): (target: ObjectRef & { readonly resource: string }) => void {
  const { selection } = useSession();
  return useCallback(
    ({ resource, namespace, name }) =>
      selection.setState({ selection: { kind: 'object', subject: { resource, namespace, name } } }),
    [selection],
  );
}
