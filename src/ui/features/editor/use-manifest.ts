import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { KubeObject } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { readManifests } from '../../../api/yaml/documents.ts';
import { isSentBy, type Sent, sendings } from '../../session/applied.ts';
import { type FilledLine, filledLines } from '../../projections/editor/filled.ts';
import { type LineProblem, refusalProblems } from '../../projections/editor/refusal.ts';
import {
  type ExplanationId,
  explanationOf,
  requestView,
} from '../../projections/request-view/request-view.ts';
import { requestOfCommand } from '../../projections/request-view/under-cursor.ts';
import { terminalIndex } from '../../projections/terminal/terminal.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCalmSeq, useSession } from '../../session/use-session.tsx';

/** What became of a file by the cursor. */
export interface ManifestFate {
  readonly filled: readonly FilledLine[];
  /** What the last apply of this file was refused with. */
  readonly refusal: string | undefined;
  /** Which words explain it; undefined where no request was turned down. */
  readonly explanation: ExplanationId | undefined;
  readonly problems: readonly LineProblem[];
  /** When the run sends it for the first time, where the cursor stands before that. Virtual µs. */
  readonly toCome: number | undefined;
}

const NOTHING: ManifestFate = {
  filled: [],
  refusal: undefined,
  explanation: undefined,
  problems: [],
  toCome: undefined,
};

/**
 * Follows a file through the cluster: what was filled in, or why it was refused, by the cursor. `text` is what was
 * applied, `sent` the commands that sent it.
 */
export function useManifestFate(text: string | undefined, sent: readonly Sent[]): ManifestFate {
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const documents = useMemo(() => (text === undefined ? [] : readManifests(text).documents), [text]);
  return useMemo(() => {
    if (branch === undefined || text === undefined) return NOTHING;
    const moment = momentOf(branch, seq);
    const [first] = sent;
    if (first !== undefined && first.seq > moment) return { ...NOTHING, toCome: first.at };
    const refusal = refusalOf(branch, sent.findLast((each) => each.seq <= moment)?.seq, moment);
    if (refusal !== undefined)
      return { ...NOTHING, ...refusal, problems: refusalProblems(text, refusal.refusal) };
    const filled = documents.flatMap((document) => {
      const stored = storedAt(branch, document.value as unknown as KubeObject, seq);
      return stored === undefined ? [] : filledLines(document, stored);
    });
    return { ...NOTHING, filled };
  }, [branch, sent, text, documents, seq]);
}

/** The commands with which the run sent a file, and whether the last of them sent it as it reads now. */
export function useSent(
  name: string,
  text: string | undefined,
): { readonly sent: readonly Sent[]; readonly isApplied: boolean } {
  const branch = useActiveBranch();
  const { files } = useSession();
  const { loaded } = useStore(files.store);
  const sent = useMemo(
    () =>
      branch === undefined
        ? []
        : sendings(name, terminalIndex(branch.trace).typed(), branch.document.inputs, loaded),
    [branch, name, loaded],
  );
  const isOnItsWay = useMemo(
    () => branch !== undefined && isSentBy(branch.document.inputs.at(-1), name, text, loaded),
    [branch, name, text, loaded],
  );
  return { sent, isApplied: text !== undefined && (isOnItsWay || sent.at(-1)?.text === text) };
}

/** The last record of the moment that is shown: everything up to the next step has happened. */
function momentOf({ trace, story }: Branch, seq: number): number {
  const next = story.next(seq, 2);
  return next === undefined ? trace.length - 1 : next - 1;
}

function storedAt(branch: Branch, written: KubeObject, seq: number): KubeObject | undefined {
  const resource = resourceByKind(written.apiVersion ?? '', written.kind ?? '');
  const { name, namespace = 'default' } = written.metadata ?? {};
  if (resource === undefined || name === undefined) return undefined;
  return branch.world.get(resource.key, resource.namespaced ? namespace : '', name, seq);
}

/** What kubectl printed when the command that sent the file was refused by a moment, and what explains it. */
function refusalOf(
  { trace }: Branch,
  command: number | undefined,
  moment: number,
): (Pick<ManifestFate, 'explanation'> & { readonly refusal: string }) | undefined {
  const last = terminalIndex(trace)
    .at(moment)
    .find(({ seq }) => seq === command);
  if (last?.exit === undefined || last.exit === 0) return undefined;
  const refusal = last.output
    .filter(({ stream }) => stream === 'stderr')
    .map(({ text }) => text)
    .join('')
    .trim();
  const request = requestOfCommand(trace, last.seq, moment);
  const turnedDown = request === undefined ? undefined : requestView(trace, moment, request)?.refusal;
  return { refusal, explanation: turnedDown === undefined ? undefined : explanationOf(turnedDown) };
}
