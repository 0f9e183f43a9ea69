import { toPrettyJson } from '../../../api/json-text.ts';
import { goQuote } from '../../../api/go-text.ts';
import { parseYaml } from '../../../api/yaml/documents.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { asList, isObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { ApiFailure, CommandError, Exit } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { LAST_APPLIED, type Unstructured, annotationsOf, apiVersionOf, kindOf, nameOf } from '../object.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { twoWayMergePatch } from '../patch/three-way.ts';
import { objectPrinter, withoutManagedFields, noPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { allInfos } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { withLastApplied } from './create/file.ts';
import { recorded } from './record.ts';
import { listOf } from './get.ts';

const HEADER = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

/** What an edited object can be printed as. */
const FORMATS = ['json', 'kyaml', 'yaml'];

/** `kubectl edit`, through the editor that KUBE_EDITOR or EDITOR names. Models kubectl/pkg/cmd/util/editor/editoptions.go (1.36). */
export function* edit(kube: Kube): Task<number> {
  const output = kube.flags.text('output');
  if (output !== '' && !FORMATS.includes(output)) throw noPrinter(output, FORMATS);
  const infos = yield* allInfos(kube, wantedOf(kube, kube.args, { typeAlone: true }), { latest: true });
  if (infos.length === 0) throw new CommandError('edit cancelled, no objects found');
  const file = new EditFile(kube, output === 'json' ? 'json' : 'yaml');
  const original = textOf(kube, infos, output === 'json');
  let body = original;
  let reasons: readonly Reason[] = [];
  for (;;) {
    const before = body;
    yield* file.edit(headerOf(reasons) + body);
    body = file.text;
    const unchanged = (other: string): boolean => meaning(body) === meaning(other);
    if (reasons.length > 0 && unchanged(before)) throw file.preserved(NO_VALID_CHANGES);
    if (unchanged(original)) return file.cancelled('Edit cancelled, no changes made.');
    reasons = yield* save(kube, infos, meaning(body), file);
    body = `${meaning(body)}\n`;
    if (reasons.length === 0) break;
  }
  file.remove();
  return 0;
}

const NO_VALID_CHANGES = 'Edit cancelled, no valid changes were saved.';

/** Why a file is opened again. Models editReason. */
interface Reason {
  readonly head: string;
  readonly other: readonly string[];
}

/** What stands above the object. Models editHeader.writeTo. */
function headerOf(reasons: readonly Reason[]): string {
  const told = reasons.map(({ head, other }) => {
    const text = head.replaceAll('\n', '\n# ');
    return `# ${text}${other.length > 0 ? ':' : ''}\n${other.map((each) => `# * ${each}\n`).join('')}#\n`;
  });
  return HEADER + told.join('');
}

/** The file that the editor is given. */
class EditFile {
  readonly path: string;
  private readonly kube: Kube;

  constructor(kube: Kube, ending: string) {
    this.kube = kube;
    this.path = `/tmp/kubectl-edit-${kube.kernel.random('kubectl-edit').int(4_000_000_000)}.${ending}`;
  }

  get text(): string {
    const read = this.kube.files.read(this.path);
    return read.ok ? read.value : '';
  }

  *edit(text: string): Task {
    this.kube.files.write(this.path, text);
    yield* launch(this.kube, this.path);
  }

  remove(): void {
    this.kube.files.remove(this.path);
  }

  cancelled(text: string): number {
    return cancelled(this.kube, this.path, text);
  }

  /** The edit ends, and what was written is kept. Models preservedFile. */
  preserved(message: string): Exit {
    this.kube.err(`A copy of your changes has been stored to ${goQuote(this.path)}\n`);
    return new Exit(1, `error: ${message}`);
  }
}

/** `kubectl apply edit-last-applied`: the annotation's object in the editor. Models EditMode apply. */
export function* editLastApplied(kube: Kube): Task<number> {
  const infos = yield* allInfos(kube, wantedOf(kube, kube.args, { typeAlone: true }), { latest: true });
  for (const info of infos) yield* editAnnotation(kube, info);
  return 0;
}

function* editAnnotation(kube: Kube, info: Info): Task {
  const held = annotationsOf(info.object)[LAST_APPLIED];
  if (held === undefined)
    throw new CommandError(`no last-applied-configuration annotation found on resource: ${info.name}`);
  const path = `/tmp/kubectl-edit-${kube.kernel.random('kubectl-edit').int(4_000_000_000)}.yaml`;
  const text = HEADER + toYaml(JSON.parse(held) as Unstructured);
  kube.files.write(path, text);
  yield* launch(kube, path);
  const read = kube.files.read(path);
  const edited = read.ok ? read.value : '';
  kube.files.remove(path);
  if (edited === text || meaning(edited) === '') {
    cancelled(
      kube,
      path,
      edited === text ? 'Edit cancelled, no changes made.' : 'Edit cancelled, saved file was empty.',
    );
    return;
  }
  const parsed = parseYaml(meaning(edited));
  if (!parsed.ok || !isObject(parsed.value))
    throw new CommandError(
      `The edited file had a syntax error: ${parsed.ok ? 'it holds no object' : parsed.error}`,
    );
  const annotation = annotationsOf(withLastApplied(parsed.value))[LAST_APPLIED] ?? '';
  const done = yield* kube.api.patch(
    info,
    'merge',
    { metadata: { annotations: { [LAST_APPLIED]: annotation } } },
    {
      fieldManager: kube.flags.text('field-manager'),
    },
  );
  kube.out(objectPrinter(kube, 'edited')(done));
}

function cancelled(kube: Kube, path: string, text: string): number {
  kube.files.remove(path);
  kube.err(`${text}\n`);
  return 0;
}

function textOf(kube: Kube, infos: readonly Info[], asJson: boolean): string {
  const shown = kube.flags.bool('show-managed-fields')
    ? infos
    : infos.map((info) => ({ ...info, object: withoutManagedFields(info.object) }));
  const [only] = shown;
  const object = shown.length === 1 && only !== undefined ? only.object : listOf(shown);
  return asJson ? toPrettyJson(object) : toYaml(object);
}

/** Models editor.Launch. */
function* launch(kube: Kube, path: string): Task {
  const { editor } = kube;
  if (editor === undefined) throw new CommandError('unable to launch the editor "vi"');
  const code = yield* editor.run(path);
  if (code === 127) throw new CommandError(`unable to launch the editor ${goQuote(editor.name)}`);
  if (code !== 0) throw new CommandError(`there was a problem with the editor ${goQuote(editor.name)}`);
}

/** What is left without comments. */
function meaning(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}

/** Sends what was changed; answers why the file must be opened again. */
function* save(kube: Kube, infos: readonly Info[], text: string, file: EditFile): Task<readonly Reason[]> {
  const parsed = parseYaml(text);
  const value = parsed.ok ? parsed.value : undefined;
  if (!isObject(value)) {
    const what = `${infos[0]?.resource.key ?? ''} ${goQuote(infos[0]?.name ?? '')}`;
    const problem = parsed.ok
      ? 'it holds no object'
      : parsed.error.replace(/^error converting YAML to JSON: /, '');
    kube.err(`error: ${what} is invalid\n`);
    return [
      {
        head: `${what} was not valid`,
        other: [`<nil>: Invalid value: "The edited file failed validation": ${problem}`],
      },
    ];
  }
  const objects = infos.length === 1 ? [value] : (asList(value['items']) as readonly Unstructured[]);
  const reasons: Reason[] = [];
  let changes = 0;
  for (const info of infos) {
    const edited = objects.find(
      (object) => nameOf(object) === info.name && kindOf(object) === info.resource.kind,
    );
    if (edited === undefined || apiVersionOf(edited) !== info.resource.apiVersion)
      throw file.preserved('At least one of apiVersion, kind and name was changed');
    try {
      if (yield* patchTo(kube, info, edited)) changes++;
      else if (infos.length > 1) kube.out(objectPrinter(kube, 'skipped')(info.object));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      reasons.push(refused(kube, info, error, file));
    }
  }
  if (changes === 0 && reasons.length === 0) kube.err('Edit cancelled, no changes made.\n');
  return reasons;
}

/** Invalid objects are edited again; of all others the file is kept. Models editResults.addError. */
function refused(kube: Kube, { resource, name }: Info, failure: ApiFailure, { path }: EditFile): Reason {
  const { error } = failure;
  const what = `${resource.key} ${goQuote(name)}`;
  if (error.kind === 'Status' && error.reason === 'Invalid') {
    kube.err(`error: ${what} is invalid\n`);
    const causes = error.details?.causes ?? [];
    return {
      head: `${what} was not valid`,
      other: causes.map(({ field = '', message = '' }) => `${field}: ${message}`),
    };
  }
  const gone = error.reason === 'NotFound';
  kube.err(
    gone
      ? `error: ${what} could not be found on the server\nThe edits you made on deleted resources have been saved to ${goQuote(path)}\n`
      : `error: ${what} could not be patched: ${failure.message}\nYou can run \`kubectl replace -f ${path}\` to try this update again.\n`,
  );
  throw new Exit(1, '');
}

/** Sends what differs; says whether anything did. */
function* patchTo(kube: Kube, info: Info, edited: Unstructured): Task<boolean> {
  const { flags } = kube;
  const shape = shapeOfKind(apiVersionOf(info.object), kindOf(info.object));
  const before = flags.bool('show-managed-fields') ? info.object : withoutManagedFields(info.object);
  const patch = twoWayMergePatch(before, recorded(kube, edited), shape);
  if (Object.keys(patch).length === 0) return false;
  const subresource = flags.text('subresource');
  if (flags.bool('output-patch')) kube.out(`Patch: ${JSON.stringify(patch)}\n`);
  const done = yield* kube.api.patch(info, shape === undefined ? 'merge' : 'strategic', patch, {
    fieldManager: flags.text('field-manager'),
    fieldValidation: 'Strict',
    ...(subresource === '' ? {} : { subresource }),
  });
  kube.out(objectPrinter(kube, 'edited')(done));
  return true;
}
