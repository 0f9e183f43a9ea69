import {
  type FieldSchema,
  type ScalarType,
  type TypeRef,
  kindSchema,
  structSchema,
} from '../../api/schema.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Random } from '../../base/rng.ts';

const SCALARS: Readonly<Record<ScalarType, readonly Json[]>> = {
  string: ['a', 'web', 'x-1', 'Always', 'TCP', 'In', 'None', '10.0.0.1'],
  bytes: ['YQ=='],
  bool: [true, false],
  int32: [0, 1, 5, 80],
  int64: [0, 1, 30],
  float64: [0.5],
  quantity: ['1', '100m', '1Gi'],
  intOrString: [80, 'http', '25%'],
  time: ['2026-11-30T09:00:00Z'],
  microTime: ['2026-11-30T09:00:00.000000Z'],
  any: [{ a: 1 }, 'x'],
};
const DEPTH = 12;

/** A manifest of a kind made of its schema alone: each field filled with chance, so that every rule has something to look at. */
export function synthesized(apiVersion: string, kind: string, random: Random): JsonObject | undefined {
  const struct = kindSchema(apiVersion, kind);
  if (struct === undefined) return undefined;
  const fill = random.pick([0.15, 0.4, 0.8]);
  const body = structOf(struct.name, { random, fill, depth: 0 });
  return {
    ...body,
    apiVersion,
    kind,
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  };
}

interface Filling {
  readonly random: Random;
  /** How likely an optional field is there. */
  readonly fill: number;
  readonly depth: number;
}

function structOf(name: string, filling: Filling): JsonObject {
  const out: Record<string, Json> = {};
  const inner = { ...filling, depth: filling.depth + 1 };
  for (const field of structSchema(name)?.fields.values() ?? [])
    if (isThere(field, filling)) out[field.name] = valueOf(field.type, inner);
  return out;
}

function isThere({ required }: FieldSchema, { random, fill, depth }: Filling): boolean {
  if (depth > DEPTH) return false;
  return required || random.next() < fill / (1 + depth / 4);
}

function valueOf(type: TypeRef, filling: Filling): Json {
  const { random } = filling;
  switch (type.kind) {
    case 'scalar':
      return random.pick(SCALARS[type.scalar]);
    case 'struct':
      return structOf(type.name, filling);
    case 'list':
      return Array.from({ length: random.int(3) }, () => valueOf(type.items, filling));
    case 'map':
      return random.next() < 0.3
        ? {}
        : { [random.pick(['a', 'cpu', 'app', 'memory'])]: valueOf(type.values, filling) };
  }
}
