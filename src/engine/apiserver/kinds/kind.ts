import type { FieldError } from '../../../api/field-error.ts';
import type { KubeObject, ObjectRef, ResourceName } from '../../../api/object.ts';
import type { StructSchema } from '../../../api/schema.ts';
import type { Draft } from '../../../base/brand.ts';
import type { Random } from '../../../base/rng.ts';

/** Read access to what is stored, for the few rules that look beyond the object (allocators, claims, services). */
export interface ObjectReader {
  get<T extends KubeObject>(resource: ResourceName, ref: ObjectRef): T | undefined;
  /** Every object of a resource; `namespace` '' means all. */
  list<T extends KubeObject>(resource: ResourceName, namespace: string): readonly T[];
}

/** What strategy hooks may know of the request and the world. */
export interface StrategyContext {
  /** The cluster's clock, RFC 3339 with whole seconds. */
  readonly now: string;
  /** Unix time in µs. */
  readonly unixUs: number;
  readonly user: string;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
  readonly store: ObjectReader;
  /** A named stream of chance of the API server's. */
  random(stream: string): Random;
  uid(): string;
}

/** One column of a kind's Table. Priority 0 is always shown, 1 only with -o wide. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  readonly priority: 0 | 1;
}

export interface RowContext {
  /** Unix time in µs that ages count from. */
  readonly nowUs: number;
  readonly wide: boolean;
}

export type TableCell = string | number | boolean | null;

/**
 * How one subresource that updates its parent (`status`, `resize`, `ephemeralcontainers`, `finalize`) changes it.
 * The server has merged the request into `draft`; the hook takes back what this subresource must not change.
 */
export interface SubresourceStrategy<T extends KubeObject = KubeObject> {
  /** May mutate metadata and status of the draft in place and replace top-level fields (`draft.spec = old.spec`); deeper parts may be frozen. */
  prepareForUpdate?(draft: Draft<T>, old: T, ctx: StrategyContext): void;
  validateUpdate?(object: T, old: T, ctx: StrategyContext): readonly FieldError[];
  warningsOnUpdate?(object: T, old: T, ctx: StrategyContext): readonly string[];
}

/** What takes the place of the built-in schema for a custom kind. */
export interface CustomPart {
  /** Its objects as server-side apply sees them. */
  readonly structure: StructSchema;
  /** A fresh copy without what the schema does not know, and the paths of that. */
  decode(object: Readonly<Record<string, unknown>>): {
    readonly object: Record<string, unknown>;
    readonly unknown: readonly string[];
  };
  /** Said with every answer of a deprecated version. */
  readonly warning?: string;
}

/** How the `scale` subresource reads and writes a kind. */
export interface ScaleStrategy<T extends KubeObject = KubeObject> {
  /** spec.replicas */
  replicas(object: T): number;
  /** status.replicas */
  current(object: T): number;
  /** The selector in text form. */
  selector(object: T): string;
  /** The object with another number of replicas (shares everything else). */
  withReplicas(object: T, replicas: number): T;
}

/**
 * Everything the API server knows about one kind: what upstream keeps in pkg/apis/<group> (defaults, validation),
 * pkg/registry/<group>/<kind> (strategy) and pkg/printers (columns).
 *
 * Order on create: decode (fresh draft, unknown fields gone, Go's always-written structs `{}` filled in) → `default` →
 * mutating admission → server: uid, creationTimestamp, generation 1, status removed unless `keepsStatusOnCreate` →
 * `prepareForCreate` → server: ObjectMeta validation → `validateCreate` → `warningsOnCreate` → `canonicalize` →
 * validating admission → storage (frozen).
 * On update the server keeps `status` of the old object (and for `status` the old `spec`), bumps generation, then the same
 * with `prepareForUpdate`, ObjectMeta update validation, `validateUpdate`.
 * Hooks that mutate get a draft that is theirs alone (main resource) and write in place; the others must not write.
 */
export interface Kind<T extends KubeObject = KubeObject> {
  readonly resource: ResourceName;
  readonly kind: string;
  /** `v1`, `apps/v1` */
  readonly apiVersion: string;
  readonly namespaced: boolean;

  /** Scheme defaulting: pkg/apis/<group>/v1/defaults.go. Must be idempotent. */
  default?(draft: Draft<T>): void;
  prepareForCreate?(draft: Draft<T>, ctx: StrategyContext): void;
  prepareForUpdate?(draft: Draft<T>, old: T, ctx: StrategyContext): void;
  /** Errors in upstream's order, without those of ObjectMeta (see `validateName`). */
  validateCreate?(object: T, ctx: StrategyContext): readonly FieldError[];
  validateUpdate?(object: T, old: T, ctx: StrategyContext): readonly FieldError[];
  warningsOnCreate?(object: T, ctx: StrategyContext): readonly string[];
  warningsOnUpdate?(object: T, old: T, ctx: StrategyContext): readonly string[];
  canonicalize?(draft: Draft<T>): void;
  /** After the write: allocators and the like. */
  afterCreate?(object: T, ctx: StrategyContext): void;
  afterDelete?(object: T, ctx: StrategyContext): void;

  /** Problems of metadata.name (each becomes an Invalid value at metadata.name); DNS-1123 subdomain unless given. `prefix` = it is a generateName. */
  validateName?(name: string, prefix: boolean): readonly string[];

  /** The parts whose change bumps metadata.generation (`[o.spec]`); absent: the kind keeps no generation. */
  generationOf?(object: T): readonly unknown[];
  /**
   * A spec that an update leaves untouched stays the stored, frozen one: `default` looks at nothing else, and neither
   * `prepareForUpdate` nor admission writes below it.
   */
  readonly keepsSettledSpec?: boolean;
  /** Node: status sent on create is stored. */
  readonly keepsStatusOnCreate?: boolean;
  /** An update without resourceVersion is accepted; true unless said. */
  readonly allowUnconditionalUpdate?: boolean;
  /** PUT of a missing object creates it (Lease, Node …). */
  readonly allowCreateOnUpdate?: boolean;

  /** What a first DELETE adds to the finalizers. */
  readonly finalizersOnDelete?: readonly string[];
  /** Deletion takes time: seconds of grace for the asked ones (undefined = not asked); 0 = at once. Pods only. */
  graceSeconds?(object: T, asked: number | undefined): number;
  /** What a delete without propagationPolicy does; Background unless given. 'none' = the kind knows no dependents (Events). */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'none';
  /** Warnings of a DELETE (Jobs). */
  warningsOnDelete?(object: T, propagationPolicy: string | undefined): readonly string[];

  /** `status`, `resize`, `ephemeralcontainers`, `finalize` … that PUT or PATCH the object itself. */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy<T>>>;
  readonly scale?: ScaleStrategy<T>;

  /** Field labels beyond metadata.name and metadata.namespace: value of each as text. */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;

  /** Of a kind that a CustomResourceDefinition makes. */
  readonly custom?: CustomPart;

  readonly tableColumns?: readonly TableColumn[];
  /** One cell a column, wide ones included. */
  row?(object: T, ctx: RowContext): readonly TableCell[];
}
