import { type FieldPath, invalid } from '../../../../../api/field-error.ts';
import type { Errors } from '../validate.ts';

export const FILE_MODE_MESSAGE = 'must be a number between 0 and 0777 (octal), both inclusive';
const MAX_FILE_MODE = 0o777;

/** Permission bits of files in a volume. */
export function checkFileMode(errors: Errors, mode: number | undefined, path: FieldPath): void {
  if (mode !== undefined && (mode > MAX_FILE_MODE || mode < 0))
    errors.push(invalid(path, mode, FILE_MODE_MESSAGE));
}

/** Models validatePathNoBacksteps. */
export function checkNoBacksteps(errors: Errors, target: string, path: FieldPath): void {
  if (target.includes('..') && target.split('/').includes('..'))
    errors.push(invalid(path, target, "must not contain '..'"));
}

/** Models validateLocalDescendingPath. */
export function checkLocalDescendingPath(errors: Errors, target: string, path: FieldPath): void {
  if (target.startsWith('/')) errors.push(invalid(path, target, 'must be a relative path'));
  checkNoBacksteps(errors, target, path);
}

/** Models ValidateLocalNonReservedPath. */
export function checkLocalPath(errors: Errors, target: string, path: FieldPath): void {
  checkLocalDescendingPath(errors, target, path);
  if (target.startsWith('..') && !target.startsWith('../'))
    errors.push(invalid(path, target, "must not start with '..'"));
}
