import { type Json, type JsonObject, asList, asObject, isObject } from '../base/json.ts';
import { setOwn } from '../base/own.ts';

const CONVENTIONS =
  'More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const OWN_WORDS: Readonly<Record<string, string>> = {
  apiVersion: `apiVersion defines the versioned schema of this representation of an object. ${CONVENTIONS}#resources`,
  kind: `kind is a string value representing the type of this object. In CamelCase. ${CONVENTIONS}#types-kinds`,
};

/**
 * What a custom kind is published as in OpenAPI v3, from its definition's openAPIV3Schema. `described` is a built-in
 * kind's schema in the form that is wanted, for what every kind says of apiVersion, kind and metadata.
 * Models apiextensions-apiserver pkg/controller/openapi/builder buildKubeNative (1.36).
 */
export function publishedSchema(structure: JsonObject, described: object): JsonObject {
  const { properties: known = {} } = described as { readonly properties?: JsonObject };
  const common = Object.fromEntries(
    ['apiVersion', 'kind', 'metadata'].map((name) => {
      const { enum: _one, default: _empty, ...field } = asObject(known[name]);
      return [name, field];
    }),
  );
  const whole = withEmbedded(structure, common);
  return { ...whole, properties: { ...asObject(whole['properties']), ...common } };
}

/** Embedded resources have what every object has, in words of their own. Models addEmbeddedProperties. */
function withEmbedded(schema: JsonObject, common: Readonly<Record<string, JsonObject>>): JsonObject {
  const { items, additionalProperties: others } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const named = asList(schema['required']);
  const needed = isEmbedded ? ['kind', 'apiVersion'].filter((name) => !named.includes(name)) : [];
  const properties: Record<string, Json> = {};
  for (const [name, each] of Object.entries(asObject(schema['properties'])))
    setOwn(properties, name, withEmbedded(asObject(each), common));
  for (const [name, field] of Object.entries(isEmbedded ? common : {})) {
    const description = OWN_WORDS[name] ?? field['description'];
    properties[name] = { ...field, ...(description === undefined ? {} : { description }) };
  }
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(isObject(items) ? { items: withEmbedded(items, common) } : {}),
    ...(isObject(others) ? { additionalProperties: withEmbedded(others, common) } : {}),
    ...(needed.length > 0 ? { required: [...named, ...needed] } : {}),
  };
}
