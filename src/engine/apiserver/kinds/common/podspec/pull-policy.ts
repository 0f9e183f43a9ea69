import type { FieldPath } from '../../../../../api/field-error.ts';
import { checkWord, type Errors } from '../validate.ts';

const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

/** Of a container or an image volume. */
export function checkPullPolicy(errors: Errors, policy: string | undefined, path: FieldPath): void {
  checkWord(errors, policy, path, PULL_POLICIES);
}
