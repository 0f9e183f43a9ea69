import { type StructSchema, kindSchema } from '../../../api/schema.ts';
import type { Kind } from './kind.ts';

/** What a kind's objects are made of: by the API's documents, or by the definition of a custom kind. */
export function structureOf(kind: Kind): StructSchema | undefined {
  return kindSchema(kind.apiVersion, kind.kind) ?? kind.custom?.structure;
}
