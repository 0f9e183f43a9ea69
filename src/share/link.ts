import * as v from 'valibot';
import { parseJson } from '../base/json.ts';
import { type Result, err, ok } from '../base/result.ts';
import { RunSourceSchema, type StoredRun } from '../scenario/run-source.ts';
import { pack, unpack } from './codec.ts';

/** Version of the link's format: what stands before the first dot. */
export const LINK_VERSION = 1;

/** What determines the run: enough to compute every record again. */
export type SharedRun = StoredRun;

/** Where to look. Losing it loses nothing of the run. */
export interface SharedView {
  /** The last record that had happened. */
  readonly seq?: number;
  /** Its virtual time in µs, for when the numbering has changed. */
  readonly at?: number;
  readonly level?: 1 | 2 | 3;
  readonly zoom?: number;
  /** `pods/default/nginx`, `component/kube-scheduler`. */
  readonly selection?: string;
  readonly lang?: 'en' | 'ko';
}

export interface SharedLink {
  readonly run: SharedRun;
  readonly view: SharedView;
}

/** Why a link does not open. */
export type LinkProblem =
  | { readonly kind: 'damaged' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'future-version'; readonly version: number }
  | { readonly kind: 'not-a-run'; readonly where: string };

/** The fragment, with its `#`: `#1.RUN.VIEW`. */
export async function encodeLink({ run, view }: SharedLink): Promise<string> {
  const encoded = await pack(JSON.stringify(run));
  const viewText = encodeView(view);
  return `#${LINK_VERSION}.${encoded}${viewText === '' ? '' : `.${viewText}`}`;
}

/** Reads a fragment. A view that cannot be read is dropped; a run that cannot be read is a problem. */
export async function decodeLink(fragment: string): Promise<Result<SharedLink, LinkProblem>> {
  const match = /^#?(\d{1,6})\.([^.]*)(?:\.(.*))?$/s.exec(fragment);
  if (match === null) return err({ kind: 'damaged' });
  const [, version, encoded = '', view = ''] = match;
  if (Number(version) !== LINK_VERSION) return err({ kind: 'future-version', version: Number(version) });
  const unpacked = await unpack(encoded);
  if ('problem' in unpacked) return err({ kind: unpacked.problem });
  const data = parseJson(unpacked.text);
  if (data === undefined) return err({ kind: 'damaged' });
  const run = v.safeParse(RunSourceSchema, data);
  if (!run.success) return err({ kind: 'not-a-run', where: v.getDotPath(run.issues[0]) ?? '' });
  if (run.output.catalogue === undefined && run.output.scenario === undefined)
    return err({ kind: 'not-a-run', where: 'scenario' });
  return ok({ run: run.output, view: decodeView(view) });
}

/** The view is readable in the address: `s=31&t=3412000&l=2`. */
function encodeView(view: SharedView): string {
  const params = new URLSearchParams();
  if (view.seq !== undefined) params.set('s', String(view.seq));
  if (view.at !== undefined) params.set('t', String(view.at));
  if (view.level !== undefined) params.set('l', String(view.level));
  if (view.zoom !== undefined) params.set('z', String(view.zoom));
  if (view.selection !== undefined) params.set('o', view.selection);
  if (view.lang !== undefined) params.set('lang', view.lang);
  return params.toString();
}

const MAX_VIEW = 2_000;

function decodeView(text: string): SharedView {
  const params = new URLSearchParams(text.slice(0, MAX_VIEW));
  const whole = (name: string): number | undefined => {
    const value = Number(params.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) ? value : undefined;
  };
  const level = whole('l');
  const zoom = whole('z');
  const lang = params.get('lang');
  return {
    seq: whole('s'),
    at: whole('t'),
    level: level === 1 || level === 2 || level === 3 ? level : undefined,
    zoom: zoom !== undefined && zoom >= 0 && zoom <= 4 ? zoom : undefined,
    selection: params.get('o') ?? undefined,
    lang: lang === 'en' || lang === 'ko' ? lang : undefined,
  };
}
