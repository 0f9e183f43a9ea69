import type { FieldSchema } from '../../../api/schema.ts';

/** Whether Go leaves the field out when it holds its zero value (omitempty on what is no pointer). */
export function omitsZero(_struct: string, field: FieldSchema): boolean {
  return field.type.kind === 'list' || field.type.kind === 'map';
}
