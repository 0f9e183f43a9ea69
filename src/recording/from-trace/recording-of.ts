import { documentOf } from '../../scenario/format-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { Recording } from '../format.ts';
import { attemptLine } from './attempts.ts';
import { RECORDED_NAMESPACE } from './common.ts';
import { recordedCalls } from './calls.ts';
import { recordedCommands } from './commands.ts';
import { recordedRequests } from './requests.ts';
import type { PodRow } from './state.ts';
import { FINAL_RESOURCES, finalObjects, podRows, watchedChanges } from './state.ts';

/** A run and how it is to be told. */
export interface TracedRun {
  readonly name: string;
  readonly scenario: Scenario;
  readonly records: readonly TraceRecord[];
  /** Microseconds; later records are left out. */
  readonly endUs: number;
  /** What `kubectl get pods` prints of a Pod. */
  readonly podRow: PodRow;
}

/** The run as a recorder beside the cluster would have seen it. */
export function recordingOf(run: TracedRun): Recording {
  const records = run.records.filter((record) => record.at <= run.endUs);
  const watch = watchedChanges(records);
  const attempts = records.flatMap(attemptLine);
  const hasNodes = run.scenario.cluster.nodes.from === 'manifests';
  return {
    name: run.name,
    namespace: RECORDED_NAMESPACE,
    scenario: documentOf(run.scenario),
    commands: recordedCommands(records, run.scenario),
    watch,
    rows: podRows(watch, run.podRow),
    requests: recordedRequests(records),
    cri: recordedCalls(records),
    ...(hasNodes ? { attempts } : {}),
    final: finalObjects(records, hasNodes ? [...FINAL_RESOURCES, 'nodes'] : FINAL_RESOURCES),
  };
}
