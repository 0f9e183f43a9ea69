import { isMapping } from '../../../base/mapping.ts';
import { own, setOwn } from '../../../base/own.ts';
import type { Structure } from './definition.ts';

// Models apiextensions-apiserver pkg/apiserver/schema: pruning, objectmeta and defaulting (1.36).

/** What every object and every embedded resource has, whatever its schema says. */
const ALWAYS = new Set(['apiVersion', 'kind', 'metadata']);

/** A copy without what the schema does not know; names of that are added to `unknown` (`spec.items[0].x`). */
export function pruned(schema: Structure | undefined, value: unknown, unknown: string[], path = ''): unknown {
  if (Array.isArray(value))
    return value.map((item, i) => pruned(schema?.items, item, unknown, `${path}[${i}]`));
  if (!isMapping(value)) return value;
  const root = path === '' || schema?.['x-kubernetes-embedded-resource'] === true;
  const keeps = schema === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const out: Record<string, unknown> = {};
  for (const key in value) {
    const at = path === '' ? key : `${path}.${key}`;
    const member = memberOf(schema, key);
    if (root && ALWAYS.has(key)) setOwn(out, key, copied(value[key]));
    else if (member !== undefined) setOwn(out, key, pruned(member, value[key], unknown, at));
    else if (keeps || schema?.additionalProperties === true) setOwn(out, key, copied(value[key]));
    else unknown.push(at);
  }
  return out;
}

function copied(value: unknown): unknown {
  return pruned(undefined, value, []);
}

/** The schema of a member: by its name, or that of all others. */
export function memberOf(schema: Structure | undefined, key: string): Structure | undefined {
  const named = own(schema?.properties, key);
  if (named !== undefined) return named;
  const others = schema?.additionalProperties;
  return typeof others === 'object' ? others : undefined;
}

/** Fills in defaults, in place; a null that may not be one counts as absent where there is a default. */
export function fillDefaults(schema: Structure | undefined, value: unknown): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) fillDefaults(schema.items, item);
    return;
  }
  if (!isMapping(value)) return;
  const object = value as Record<string, unknown>;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined) continue;
    const given = own(object, key);
    if (given === undefined || (given === null && property.nullable !== true))
      setOwn(object, key, copied(property.default));
  }
  for (const key in object) fillDefaults(memberOf(schema, key), object[key]);
}
