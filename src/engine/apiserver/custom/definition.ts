import type { KubeObject } from '../../../api/object.ts';

// apiextensions.k8s.io/v1 as far as it is served: its OpenAPI document is not among those the types are made of.

export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/** Keeps a definition until its objects are gone. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

export interface Rule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** JSONSchemaProps: a structural schema. */
export interface Structure {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Structure>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Structure | boolean;
  readonly items?: Structure;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Structure[];
  readonly anyOf?: readonly Structure[];
  readonly oneOf?: readonly Structure[];
  readonly not?: Structure;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-validations'?: readonly Rule[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: Structure };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: {
      readonly specReplicasPath: string;
      readonly statusReplicasPath: string;
      readonly labelSelectorPath?: string;
    };
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface Names {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

export interface Conversion {
  readonly strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: { readonly url?: string; readonly service?: object };
    readonly conversionReviewVersions?: readonly string[];
  };
}

export interface Definition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly names: Names;
    readonly versions: readonly Version[];
    readonly conversion?: Conversion;
    readonly preserveUnknownFields?: boolean;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly acceptedNames?: Names | { readonly kind: ''; readonly plural: '' };
    readonly storedVersions?: readonly string[];
  };
}

/** The one version that is simulated: the stored one, when it is served. */
export function servedVersion({ spec }: Definition): Version | undefined {
  const served = spec.versions.filter((version) => version.served === true);
  return served.find(({ storage }) => storage === true) ?? served[0];
}

export function isTrue({ status }: Definition, type: string): boolean {
  return (status?.conditions ?? []).some(
    (condition) => condition.type === type && condition.status === 'True',
  );
}
