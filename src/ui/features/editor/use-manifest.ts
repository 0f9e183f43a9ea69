import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { KubeObject } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { readManifests } from '../../../api/yaml/documents.ts';
import { appliedText } from '../../session/applied.ts';
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
}

const NOTHING: ManifestFate = { filled: [], refusal: undefined, explanation: undefined, problems: [] };

/** Follows a file through the cluster: what was filled in, or why it was refused. `text` is what was applied. */
export function useManifestFate(name: string, text: string | undefined): ManifestFate {
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const documents = useMemo(() => (text === undefined ? [] : readManifests(text).documents), [text]);
  return useMemo(() => {
    if (branch === undefined || text === undefined) return NOTHING;
    const refusal = refusalOf(branch, name, seq);
    if (refusal !== undefined)
      return { filled: [], ...refusal, problems: refusalProblems(text, refusal.refusal) };
    const filled = documents.flatMap((document) => {
      const stored = storedAt(branch, document.value as unknown as KubeObject, seq);
      return stored === undefined ? [] : filledLines(document, stored);
    });
    return { ...NOTHING, filled };
  }, [branch, name, text, documents, seq]);
}

/** Whether the run sent the file to the cluster as it reads now. */
export function useIsApplied(name: string, text: string | undefined): boolean {
  const branch = useActiveBranch();
  const { files } = useSession();
  const { applied, loaded } = useStore(files.store);
  const sent = useMemo(
    () => branch && appliedText(name, terminalIndex(branch.trace).typed(), branch.document.inputs, loaded),
    [branch, name, loaded],
  );
  return text !== undefined && (applied[name] === text || sent === text);
}

function storedAt(branch: Branch, written: KubeObject, seq: number): KubeObject | undefined {
  const resource = resourceByKind(written.apiVersion ?? '', written.kind ?? '');
  const { name, namespace = 'default' } = written.metadata ?? {};
  if (resource === undefined || name === undefined) return undefined;
  return branch.world.get(resource.key, resource.namespaced ? namespace : '', name, seq);
}

/** What kubectl printed when the last apply or create of the file was refused, and what explains it. */
function refusalOf(
  branch: Branch,
  name: string,
  seq: number,
): (Pick<ManifestFate, 'explanation'> & { readonly refusal: string }) | undefined {
  const { trace, story } = branch;
  const next = story.next(seq, 2);
  const moment = next === undefined ? trace.length - 1 : next - 1;
  const own = terminalIndex(trace)
    .at(moment)
    .filter(({ line }) => line.split(/\s+/).includes(name));
  const last = own[own.length - 1];
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
