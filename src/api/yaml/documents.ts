import { type Json, parseJson } from '../../base/json.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { type YamlNode, composeYaml } from './composer.ts';
import { decodeYaml } from './decode.ts';
import { type TextPosition, textPosition } from './positions.ts';
import { type Mark, YamlProblem } from './problem.ts';

// A file of manifests as kubectl reads it: YAML documents apart at `---`, or JSON values one after
// another. Models apimachinery pkg/util/yaml decoder.go and cli-runtime's StreamVisitor.

export interface ManifestDocument {
  readonly value: Json;
  /** The lines the document covers in the file, from 0; its nodes' lines count from here. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** The node tree, for places; JSON is read as YAML for it. */
  readonly root: YamlNode | undefined;
}

export interface ManifestFile {
  /** Documents up to the first error; empty ones and `null` are left out. */
  readonly documents: readonly ManifestDocument[];
  /** What ends the reading, as it stands behind `error parsing FILE: `. */
  readonly error?: string;
  /** Where the error is in the file, line and column from 1. */
  readonly errorPosition?: TextPosition;
}

/** kubectl takes any size; a browser should not. */
export const MAX_MANIFEST_LENGTH = 4 * 1024 * 1024;

interface Refusal {
  readonly message: string;
  /** within the document */
  readonly mark: Mark | undefined;
}

function refusalOf(problem: unknown): Refusal {
  const prefix = 'error converting YAML to JSON: ';
  if (problem instanceof YamlProblem) return { message: prefix + problem.message, mark: problem.mark };
  // Our own stack gives out before the depth go-yaml allows.
  if (problem instanceof RangeError) {
    return { message: `${prefix}yaml: exceeded max depth of 10000`, mark: undefined };
  }
  throw problem;
}

interface ReadDocument {
  readonly value: Json;
  readonly root: YamlNode | undefined;
}

function readDocument(text: string): Result<ReadDocument, Refusal> {
  try {
    const root = composeYaml(text);
    return ok({ value: root === undefined ? null : decodeYaml(root), root });
  } catch (problem) {
    return err(refusalOf(problem));
  }
}

/** One YAML document to JSON; the error is sigs.k8s.io/yaml's text. Models yaml.Unmarshal. */
export function parseYaml(text: string): Result<Json, string> {
  const read = readDocument(text);
  return read.ok ? ok(read.value.value) : err(read.error.message);
}

interface Chunk {
  readonly text: string;
  readonly firstLine: number;
  readonly lineCount: number;
}

interface Chunks {
  readonly chunks: readonly Chunk[];
  readonly error?: string;
  readonly errorPosition?: TextPosition;
}

/** Cuts at lines that begin with `---`. The first line of a chunk may be its own separator. */
function splitDocuments(text: string, firstLine: number): Chunks {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === '') lines.pop();
  const chunks: Chunk[] = [];
  let held: string[] = [];
  let start = firstLine;
  const flush = (next: number): void => {
    if (held.length > 0)
      chunks.push({ text: `${held.join('\n')}\n`, firstLine: start, lineCount: held.length });
    held = [];
    start = next;
  };
  for (const [i, line] of lines.entries()) {
    const separates = line.startsWith('---');
    const rest = separates ? line.slice(3).trim() : '';
    if (rest !== '' && !rest.startsWith('#')) {
      const errorPosition = { line: firstLine + i + 1, column: 1 };
      return { chunks, error: `invalid Yaml document separator: ${rest}`, errorPosition };
    }
    if (separates && held.length > 0) flush(firstLine + i + 1);
    else held.push(line);
  }
  flush(start);
  return { chunks };
}

function readYaml(text: string, firstLine: number): ManifestFile {
  const { chunks, ...end } = splitDocuments(text, firstLine);
  const documents: ManifestDocument[] = [];
  for (const chunk of chunks) {
    const read = readDocument(chunk.text);
    if (!read.ok) {
      const { message, mark } = read.error;
      return { documents, error: message, errorPosition: textPosition(chunk.firstLine, mark) };
    }
    const { value, root } = read.value;
    if (value === null) continue;
    documents.push({ value, root, firstLine: chunk.firstLine, lineCount: chunk.lineCount });
  }
  return { documents, ...end };
}

/** The end of the JSON value that starts at `start` with a brace; undefined when it is cut off. */
function jsonEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

function linesBefore(text: string, index: number): number {
  let lines = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < index; i = text.indexOf('\n', i + 1)) lines += 1;
  return lines;
}

function readJson(text: string): ManifestFile {
  const documents: ManifestDocument[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return { documents };
    const firstLine = linesBefore(text, at);
    const end = text[at] === '{' ? jsonEnd(text, at) : at;
    if (end === undefined) {
      return {
        documents,
        error: 'unexpected EOF',
        errorPosition: textPosition(linesBefore(text, text.length), undefined),
      };
    }
    const source = text.slice(at, end);
    const value = parseJson(source);
    if (value === undefined) {
      const rest = readYaml(text.slice(at), firstLine);
      return { ...rest, documents: [...documents, ...rest.documents] };
    }
    const asYaml = readDocument(source);
    const root = asYaml.ok ? asYaml.value.root : undefined;
    documents.push({ value, root, firstLine, lineCount: linesBefore(text, end) - firstLine + 1 });
    at = end;
  }
}

/** All manifests of a file. Nothing is thrown; a text that is too long is refused in our own words. */
export function readManifests(text: string): ManifestFile {
  if (text.length > MAX_MANIFEST_LENGTH) {
    return { documents: [], error: `the file is longer than ${MAX_MANIFEST_LENGTH} characters` };
  }
  return /^\s*\{/.test(text) ? readJson(text) : readYaml(text, 0);
}
