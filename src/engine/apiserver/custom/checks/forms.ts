import type { Rule, Structure, Version } from '../definition.ts';

// Values as Go prints apiextensions' own structs in an error: every field, in the order of the struct.

/** JSONSchemaProps' fields with what an absent one is; those of lists and maps are null. */
const FIELDS: readonly (readonly [field: string, absent?: unknown])[] = [
  ['id', ''],
  ['$schema', ''],
  ['$ref'],
  ['description', ''],
  ['type', ''],
  ['nullable', false],
  ['format', ''],
  ['title', ''],
  ['default'],
  ['maximum'],
  ['exclusiveMaximum', false],
  ['minimum'],
  ['exclusiveMinimum', false],
  ['maxLength'],
  ['minLength'],
  ['pattern', ''],
  ['maxItems'],
  ['minItems'],
  ['uniqueItems', false],
  ['multipleOf'],
  ['enum'],
  ['maxProperties'],
  ['minProperties'],
  ['required'],
  ['items'],
  ['allOf'],
  ['oneOf'],
  ['anyOf'],
  ['not'],
  ['properties'],
  ['additionalProperties'],
  ['patternProperties'],
  ['dependencies'],
  ['additionalItems'],
  ['definitions'],
  ['externalDocs'],
  ['example'],
  ['x-kubernetes-preserve-unknown-fields'],
  ['x-kubernetes-embedded-resource', false],
  ['x-kubernetes-int-or-string', false],
  ['x-kubernetes-list-map-keys'],
  ['x-kubernetes-list-type'],
  ['x-kubernetes-map-type'],
  ['x-kubernetes-validations'],
];

const NAMES: Readonly<Record<string, string>> = { id: 'ID', $schema: 'Schema', $ref: 'Ref' };

function goName(field: string): string {
  const named = NAMES[field];
  if (named !== undefined) return named;
  const words = field.startsWith('x-kubernetes-') ? ['x', ...field.slice(13).split('-')] : [field];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const LISTS = new Set(['allOf', 'oneOf', 'anyOf']);
const MAPS = new Set(['properties', 'patternProperties', 'definitions']);

export function schemaForm(schema: Structure): object {
  const given = schema as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    FIELDS.map(([field, absent = null]) => [goName(field), memberForm(field, given[field]) ?? absent]),
  );
}

function memberForm(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (LISTS.has(field)) return (value as readonly Structure[]).map(schemaForm);
  if (MAPS.has(field))
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Structure>>)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [key, schemaForm(one)]),
    );
  if (field === 'not') return schemaForm(value);
  if (field === 'items')
    return Array.isArray(value)
      ? { Schema: null, JSONSchemas: (value as readonly Structure[]).map(schemaForm) }
      : { Schema: schemaForm(value), JSONSchemas: null };
  if (field === 'additionalProperties' || field === 'additionalItems')
    return typeof value === 'boolean'
      ? { Allows: value, Schema: null }
      : { Allows: true, Schema: schemaForm(value) };
  if (field === 'x-kubernetes-validations') return (value as readonly Rule[]).map(ruleForm);
  return value;
}

/** The rule as Go prints it. */
export function ruleForm(rule: Rule): object {
  const {
    message = '',
    messageExpression = '',
    reason = null,
    fieldPath = '',
    optionalOldSelf = null,
  } = rule;
  return {
    Rule: rule.rule ?? '',
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf,
  };
}

/** What all versions have alike stands in the spec itself: those fields are then null here. */
export interface Hoisted {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
  readonly selectable: boolean;
}

export function versionForm(version: Version, hoisted: Hoisted): object {
  const { schema, subresources, additionalPrinterColumns: columns, selectableFields } = version;
  const scale = subresources?.scale;
  return {
    Name: version.name,
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema:
      hoisted.schema || schema === undefined
        ? null
        : {
            OpenAPIV3Schema: schema.openAPIV3Schema === undefined ? null : schemaForm(schema.openAPIV3Schema),
          },
    Subresources:
      hoisted.subresources || subresources === undefined
        ? null
        : {
            Status: subresources.status ?? null,
            Scale:
              scale === undefined
                ? null
                : {
                    SpecReplicasPath: scale.specReplicasPath,
                    StatusReplicasPath: scale.statusReplicasPath,
                    LabelSelectorPath: scale.labelSelectorPath ?? null,
                  },
          },
    AdditionalPrinterColumns:
      hoisted.columns || columns === undefined
        ? null
        : columns.map((column) => ({
            Name: column.name,
            Type: column.type,
            Format: column.format ?? '',
            Description: column.description ?? '',
            Priority: column.priority ?? 0,
            JSONPath: column.jsonPath,
          })),
    SelectableFields:
      hoisted.selectable || selectableFields === undefined
        ? null
        : selectableFields.map(({ jsonPath }) => ({ JSONPath: jsonPath })),
  };
}
