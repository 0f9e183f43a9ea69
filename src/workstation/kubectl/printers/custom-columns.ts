import { asList } from '../../../base/json.ts';
import { CommandError } from '../errors.ts';
import type { Unstructured } from '../object.ts';
import { Interrupted } from './printer.ts';
import { goValueText } from './go-value.ts';
import { JsonPath, relaxedPath } from './jsonpath/evaluate.ts';
import { TABLE_STYLE, layOut } from './tabwriter.ts';

interface Column {
  readonly header: string;
  /** Read once the header is printed: an error in it comes after that. */
  readonly path: () => JsonPath;
}

/** -o custom-columns: a table of fields. Models kubectl/pkg/cmd/get/customcolumn.go (1.36). */
export class CustomColumns {
  private readonly columns: readonly Column[];
  private readonly headers: boolean;
  private readonly widths: number[] = [];
  private begun = false;

  constructor(columns: readonly Column[], headers: boolean) {
    this.columns = columns;
    this.headers = headers;
  }

  static ofSpec(spec: string, headers: boolean): CustomColumns {
    if (spec === '') throw new CommandError('custom-columns format specified but no custom columns given');
    const columns = spec.split(',').map((part) => {
      const colon = part.indexOf(':');
      if (colon < 0)
        throw new CommandError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
      return columnOf(part.slice(0, colon), part.slice(colon + 1));
    });
    return new CustomColumns(columns, headers);
  }

  /** A file of two lines: headers, then expressions. */
  static ofTemplate(template: string, headers: boolean): CustomColumns {
    const [first = '', second = ''] = template.split('\n');
    const names = words(first);
    const paths = words(second);
    if (names.length !== paths.length) {
      throw new CommandError(
        `number of headers (${names.length}) and field specifications (${paths.length}) don't match`,
      );
    }
    return new CustomColumns(
      names.map((name, at) => columnOf(name, paths[at] as string)),
      headers,
    );
  }

  text(object: Unstructured): string {
    const items = Array.isArray(object['items'])
      ? (asList(object['items']) as readonly Unstructured[])
      : [object];
    const lines = this.headers && !this.begun ? [this.columns.map(({ header }) => header)] : [];
    this.begun = true;
    try {
      for (const item of items) lines.push(this.columns.map(({ path }) => cell(path(), item)));
    } catch (error) {
      throw error instanceof CommandError ? new Interrupted(this.laidOut(lines), error.message) : error;
    }
    return this.laidOut(lines);
  }

  private laidOut(lines: readonly (readonly string[])[]): string {
    return lines.length === 0
      ? ''
      : layOut(lines.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE_STYLE, this.widths);
  }
}

const words = (line: string): string[] => line.split(/\s+/).filter((word) => word !== '');

function columnOf(header: string, expression: string): Column {
  const template = relaxedPath(expression);
  let path: JsonPath | undefined;
  return { header, path: () => (path ??= new JsonPath(template, { allowMissing: true })) };
}

function cell(path: JsonPath, item: Unstructured): string {
  const values = path.find(item);
  if (values.length === 0 || values[0]?.length === 0) return '<none>';
  return values.flat().map(goValueText).join(',');
}
