import { compareText } from '../../../base/compare.ts';
import type { Json } from '../../../base/json.ts';

/** A piece of the API's schema: Kubernetes' OpenAPI in the form the editor has it (see api/generate/editor-writer.ts). */
export interface SchemaNode {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** Several types where a field takes several, as quantities do. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly 'x-status'?: SchemaNode;
  readonly 'x-group-version-kind'?: GroupVersionKind;
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The descriptions of every field of the API. */
export interface ApiDescriptions {
  readonly definitions: Readonly<Record<string, SchemaNode>>;
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  CSITokenRequest: 'TokenRequest',
  EndpointSlicePort: 'EndpointPort',
  EventsEventSeries: 'EventSeries',
};

/** Reads schemas, with what the editor's form adds taken away. */
export class ApiSchema {
  private readonly descriptions: ApiDescriptions;

  constructor(descriptions: ApiDescriptions) {
    this.descriptions = descriptions;
  }

  ofKind({ group, version, kind }: GroupVersionKind): SchemaNode | undefined {
    return Object.values(this.descriptions.definitions).find((node) => {
      const own = node['x-group-version-kind'];
      return own !== undefined && own.kind === kind && own.version === version && own.group === group;
    });
  }

  resolved(node: SchemaNode): SchemaNode {
    return node.$ref === undefined
      ? node
      : (this.descriptions.definitions[definitionName(node.$ref)] ?? node);
  }

  /** Fields in order of name. */
  fields(node: SchemaNode): readonly (readonly [string, SchemaNode])[] {
    const { properties = {} } = node;
    const status = node['x-status'];
    const entries = Object.entries(status === undefined ? properties : { ...properties, status });
    if (node['x-group-version-kind'] === undefined) return entries.sort(([a], [b]) => compareText(a, b));
    return entries
      .map(
        ([name, field]) =>
          [name, name === 'apiVersion' || name === 'kind' ? withoutEnum(field) : field] as const,
      )
      .sort(([a], [b]) => compareText(a, b));
  }

  field(node: SchemaNode, name: string): SchemaNode | undefined {
    return this.fields(node).find(([other]) => other === name)?.[1];
  }

  isRequired(node: SchemaNode, name: string): boolean {
    const added = node['x-group-version-kind'] !== undefined && (name === 'apiVersion' || name === 'kind');
    return !added && node.required?.includes(name) === true;
  }

  /** `string`, `[]Container`, `map[string]Quantity`. Models the template typeGuess. */
  typeName(node: SchemaNode): string {
    if (node.items !== undefined) return `[]${this.typeName(node.items)}`;
    const values = valuesOf(node);
    if (values !== undefined) return `map[string]${this.typeName(values)}`;
    if (node.$ref !== undefined) {
      const name = definitionName(node.$ref);
      const { type } = this.resolved(node);
      return typeof type === 'string' && type !== 'object' ? type : (OWN_NAMES[name] ?? name);
    }
    return node.type === 'object' || typeof node.type !== 'string' ? 'Object' : node.type;
  }
}

/** What a map holds. */
export function valuesOf(node: SchemaNode): SchemaNode | undefined {
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

function withoutEnum(field: SchemaNode): SchemaNode {
  const { enum: values, ...rest } = field;
  return values === undefined ? field : rest;
}

function definitionName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
