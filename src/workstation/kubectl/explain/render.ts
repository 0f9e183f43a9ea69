import type { Json } from '../../../base/json.ts';
import { type ApiSchema, type GroupVersionKind, type SchemaNode, valuesOf } from './schema.ts';
import { indent, wrapWords } from './wrap.ts';

const WIDTH = 76;
const SHORT_ENUM = 4;

/** What `kubectl explain` prints of a kind, or of the field at `path` in it; undefined when there is no such field. */
export function renderExplain(
  schema: ApiSchema,
  node: SchemaNode,
  {
    gvk,
    path,
    recursive,
  }: { readonly gvk: GroupVersionKind; readonly path: readonly string[]; readonly recursive: boolean },
): string | undefined {
  const body = new Renderer(schema, recursive).output(node, path, new Set());
  return body === undefined ? undefined : `${explainHead(gvk)}${body}\n`;
}

/** Group, kind and version, which are told even of a field that there is not. */
export function explainHead({ group, kind, version }: GroupVersionKind): string {
  return `${group === '' ? '' : `GROUP:      ${group}\n`}KIND:       ${kind}\nVERSION:    ${version}\n\n`;
}

/** Models kubectl/pkg/explain/v2/templates/plaintext.tmpl (1.36). */
class Renderer {
  private readonly schema: ApiSchema;
  private readonly recursive: boolean;

  constructor(schema: ApiSchema, recursive: boolean) {
    this.schema = schema;
    this.recursive = recursive;
  }

  /** Follows the path; `seen` are the references on the way through lists and maps. */
  output(node: SchemaNode, path: readonly string[], seen: ReadonlySet<string>): string | undefined {
    const resolved = this.schema.resolved(node);
    const [first, ...rest] = path;
    if (first === undefined) return this.whole(node);
    if (node.$ref !== undefined && seen.has(node.$ref)) return undefined;
    const field = this.schema.field(resolved, first);
    if (field !== undefined) {
      const title =
        rest.length > 0
          ? ''
          : `FIELD: ${first} <${this.schema.typeName(field)}>\n${longEnum(field.enum)}\n\n`;
      const below = this.output(field, rest, new Set());
      return below === undefined ? undefined : title + below;
    }
    const inner = resolved.items ?? valuesOf(resolved);
    return inner === undefined
      ? undefined
      : this.output(inner, path, node.$ref === undefined ? seen : new Set([...seen, node.$ref]));
  }

  private whole(node: SchemaNode): string {
    const description = this.description(node);
    const fields = this.fieldList(node, 1, new Set());
    return `DESCRIPTION:\n${indent(wrapWords(description === '' ? '<empty>' : description, WIDTH), 4)}\n${fields === '' ? '' : `FIELDS:\n${fields}`}`;
  }

  /** A field's description, then its type's. */
  private description(node: SchemaNode): string {
    const own = node.description === undefined ? '' : `${node.description}\n`;
    const beyond = node.$ref !== undefined ? this.schema.resolved(node) : (node.items ?? valuesOf(node));
    return own + (beyond === undefined || beyond === node ? '' : this.description(beyond));
  }

  private fieldList(node: SchemaNode, level: number, seen: ReadonlySet<string>): string {
    if (node.$ref !== undefined && seen.has(node.$ref)) return '';
    const known = node.$ref === undefined ? seen : new Set([...seen, node.$ref]);
    const resolved = this.schema.resolved(node);
    const fields = this.schema
      .fields(resolved)
      .map(
        ([name, field]) =>
          this.fieldDetail(resolved, name, field, level) +
          (this.recursive ? this.fieldList(field, level + 1, known) : ''),
      );
    const inner = resolved.items ?? valuesOf(resolved);
    return fields.join('') + (inner === undefined ? '' : this.fieldList(inner, level, known));
  }

  private fieldDetail(parent: SchemaNode, name: string, field: SchemaNode, level: number): string {
    const by = level * 2;
    const required = this.schema.isRequired(parent, name) ? ' -required-' : '';
    const head = `${indent(name, by)}\t<${this.schema.typeName(field)}>${required}${shortEnum(field.enum, by)}\n`;
    if (this.recursive) return head;
    return `${head}${indent(wrapWords(field.description ?? '<no description>', WIDTH + 2 - by), by + 2)}\n\n`;
  }
}

const enumWord = (value: Json): string => (value === '' ? '""' : String(value));

function shortEnum(values: readonly Json[] | undefined, by: number): string {
  if (values === undefined) return '';
  const words = values.slice(0, SHORT_ENUM).map(enumWord).join(', ');
  return `\n${' '.repeat(by)}enum: ${words}${values.length > SHORT_ENUM ? ', ....' : ''}`;
}

function longEnum(values: readonly Json[] | undefined): string {
  return values === undefined ? '' : `ENUM:${values.map((value) => `\n    ${enumWord(value)}`).join('')}`;
}
