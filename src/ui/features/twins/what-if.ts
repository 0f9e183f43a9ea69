import {
  type Document,
  isMap,
  parseAllDocuments,
  parseDocument,
  stringify,
  type YAMLMap,
  YAMLSeq,
} from 'yaml';
import { isObject, type JsonObject } from '../../../base/json.ts';
import type { TimedInput } from '../../../scenario/timed-input.ts';
import type { Branch } from '../../session/branch.ts';

type RunDocument = Branch['document'];

/** A change to one manifest: whether it changed anything. */
type Edit = (manifest: Document) => boolean;

/** Where a kind has its Pod: its own spec, or a template's. */
function podSpecPath(manifest: Document): readonly string[] | undefined {
  const kind = String(manifest.get('kind') ?? '');
  if (kind === 'Pod') return ['spec'];
  if (kind === 'CronJob') return ['spec', 'jobTemplate', 'spec', 'template', 'spec'];
  return manifest.getIn(['spec', 'template', 'spec']) === undefined
    ? undefined
    : ['spec', 'template', 'spec'];
}

/** Changes each container of a manifest. */
function eachContainer(edit: (container: YAMLMap, manifest: Document) => boolean): Edit {
  return (manifest) => {
    const path = podSpecPath(manifest);
    const containers = path === undefined ? undefined : manifest.getIn([...path, 'containers']);
    if (!(containers instanceof YAMLSeq)) return false;
    let changed = false;
    for (const container of containers.items)
      if (isMap(container)) changed = edit(container, manifest) || changed;
    return changed;
  };
}

/** Single changes on offer; each is offered where it changes something. */
export const CHANGES = {
  'pre-stop': eachContainer((container, manifest) => {
    if (container.hasIn(['lifecycle', 'preStop'])) return false;
    container.setIn(['lifecycle', 'preStop'], manifest.createNode({ sleep: { seconds: 5 } }));
    return true;
  }),
  'no-grace': (manifest) => {
    const path = podSpecPath(manifest);
    if (path === undefined || manifest.getIn([...path, 'terminationGracePeriodSeconds']) === 2) return false;
    manifest.setIn([...path, 'terminationGracePeriodSeconds'], 2);
    return true;
  },
  'more-memory': eachContainer((container) => {
    const limit = String(container.getIn(['resources', 'limits', 'memory']) ?? '');
    const match = /^(\d+)([A-Za-z]*)$/.exec(limit);
    if (match === null) return false;
    container.setIn(['resources', 'limits', 'memory'], `${Number(match[1]) * 2}${match[2] ?? ''}`);
    return true;
  }),
  'no-liveness': eachContainer((container) => container.delete('livenessProbe')),
  'one-more': (manifest) => {
    const replicas = manifest.getIn(['spec', 'replicas']);
    if (typeof replicas !== 'number') return false;
    manifest.setIn(['spec', 'replicas'], replicas + 1);
    return true;
  },
  'always-pull': eachContainer((container) => {
    if (container.get('imagePullPolicy') === 'Always') return false;
    container.set('imagePullPolicy', 'Always');
    return true;
  }),
} as const satisfies Readonly<Record<string, Edit>>;

export type ChangeId = keyof typeof CHANGES;
export const CHANGE_IDS = Object.keys(CHANGES) as readonly ChangeId[];

/** Kubernetes' own style: sequences at the level of their key, no line folded. */
const AS_WRITTEN = { indentSeq: false, flowCollectionPadding: false, lineWidth: 0 } as const;

/** A text of manifests after a change; the text itself where nothing changed or it cannot be read. */
export function editText(text: string, edit: Edit): string {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return text;
  const changed = documents.map((manifest) => isMap(manifest.contents) && edit(manifest));
  return changed.includes(true) ? documents.map((manifest) => manifest.toString(AS_WRITTEN)).join('') : text;
}

const MANIFESTS = ['apply', 'create', 'stdin'] as const;

/** What a scenario's text holds; undefined where that cannot be read. */
function read(text: string): JsonObject | undefined {
  const document = parseDocument(text);
  return document.errors.length > 0 || !isMap(document.contents)
    ? undefined
    : (document.toJS() as JsonObject);
}

/**
 * The same run with every manifest of it passed through `change`; undefined where that changes nothing, or where the
 * scenario is refused anyway.
 */
export function withManifests(
  document: RunDocument,
  change: (text: string, file: string | undefined) => string,
): RunDocument | undefined {
  const scenario = read(document.scenario);
  if (scenario === undefined) return undefined;
  let changed = false;
  const pass = (text: unknown, file?: string): unknown => {
    if (typeof text !== 'string') return text;
    const next = change(text, file);
    changed ||= next !== text;
    return next;
  };
  const files = (from: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(Object.entries(from).map(([name, text]) => [name, pass(text, name) as string]));
  const step = <T extends Readonly<Record<string, unknown>>>(from: T): T => ({
    ...from,
    ...Object.fromEntries(
      MANIFESTS.flatMap((key) => (Object.hasOwn(from, key) ? [[key, pass(from[key])]] : [])),
    ),
  });
  const { files: before, steps } = scenario;
  const next = {
    ...scenario,
    ...(isObject(before) ? { files: files(before) } : {}),
    ...(Array.isArray(steps) ? { steps: steps.map((each) => (isObject(each) ? step(each) : each)) } : {}),
  };
  const sameScenario = !changed;
  const inputs = document.inputs.map(
    (input): TimedInput => ({
      ...input,
      step: step(input.step),
      ...(input.files === undefined ? {} : { files: files(input.files) }),
    }),
  );
  if (!changed) return undefined;
  if (sameScenario) return { ...document, inputs };
  const { catalogue: _own, ...rest } = document;
  const text = document.scenario.trimStart().startsWith('{') ? JSON.stringify(next) : stringify(next);
  return { ...rest, scenario: text, inputs };
}
