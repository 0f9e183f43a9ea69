import { readFileSync } from 'node:fs';
import type { JsonObject } from '../base/json.ts';
import { CONSOLE_TOOLS } from '../engine/cluster/console-code.ts';
import { installConsoleTools } from '../engine/cluster/console-tools.ts';
import { installCel } from '../engine/apiserver/cel/code.ts';
import { installHttp } from '../engine/cluster/http/code.ts';
import { installLateControllers } from '../engine/cluster/late-controllers.ts';
import type { SessionInput } from '../engine/cluster/inputs.ts';
import { Session } from '../engine/cluster/session.ts';
import { RARE_PROGRAMS } from '../engine/workloads/rare/programs.ts';
import { installRarePrograms } from '../engine/workloads/rare/rare.ts';
import { podCells } from '../engine/cluster/pod-cells.ts';
import type { Recording } from '../recording/format.ts';
import { recordingOf } from '../recording/from-trace/recording-of.ts';
import type { Scenario, Step } from '../scenario/scenario.ts';
import { MINUTE, SECOND } from '../trace/ids.ts';
import type { Level } from '../trace/ids.ts';
import { build } from '../workstation/kubectl/kustomize/build.ts';
import { installRareTools } from '../workstation/rare/rare.ts';
import { RARE_TOOLS } from '../workstation/rare/tools.ts';
import { jq } from '../workstation/shell/jq/jq.ts';
import { asksForExplain, asksForHelp } from '../workstation/kubectl/texts/asked.ts';
import type { KubectlTexts } from '../workstation/kubectl/texts/texts.ts';
import type { TraceRecord } from '../trace/record.ts';

installRarePrograms(RARE_PROGRAMS);
installRareTools(RARE_TOOLS);
installConsoleTools(CONSOLE_TOOLS);
installHttp();
installLateControllers();
installCel();

const BEFORE_FIRST_STEP_US = -1;
/** Steps that are done to the cluster rather than asked of it. */
const NO_COMMAND: ReadonlySet<Step['kind']> = new Set(['fault', 'add-node', 'traffic']);
/** How long commands still running at the end are given, in virtual time. */
const LAST_COMMANDS_US = 10 * MINUTE;

export interface RunOptions {
  readonly seed?: number;
  /** Stops there, whatever the scenario says. */
  readonly untilUs?: number;
  /** Goes on as far at the least. */
  readonly extendedUs?: number;
  readonly level?: Level;
  /** What was done beside the scenario's own steps. */
  readonly inputs?: readonly SessionInput[];
}

/** A run that has come to its end. */
export interface FinishedRun {
  readonly session: Session;
  readonly records: readonly TraceRecord[];
  readonly endUs: number;
}

/** A run before its first step, and where its records gather. */
export function open(
  scenario: Scenario,
  { seed, level, inputs }: RunOptions = {},
): { readonly session: Session; readonly records: readonly TraceRecord[] } {
  const records: TraceRecord[] = [];
  const session = new Session({
    scenario,
    ...(seed === undefined ? {} : { seed }),
    ...(level === undefined ? {} : { level }),
    ...(inputs === undefined ? {} : { inputs }),
    texts: textsFor({ scenario, inputs }),
    sink: (record) => records.push(record),
  });
  session.advance({ until: BEFORE_FIRST_STEP_US });
  return { session, records };
}

/** The scenario on a machine whose latencies stray from their medians, so that another seed is another outcome. */
export function straying(scenario: Scenario): Scenario {
  const settings = { ...scenario.cluster.settings, latencySpreadPercent: 100 };
  return { ...scenario, cluster: { ...scenario.cluster, settings } };
}

/** A run to be let on bit by bit, at its first step; what happens in it is not kept. */
export function openServed(
  scenario: Scenario,
  options: { readonly epochUs: number; readonly seed?: number },
): Session {
  const session = new Session({ scenario, ...options, level: 1, sink: () => undefined });
  session.advance({ until: 0 });
  return session;
}

/** What `kubectl explain` and `--help` read: each only for a run that asks for it. */
function textsFor(run: unknown): KubectlTexts {
  const document = JSON.stringify(run);
  return {
    ...(asksForExplain(document) ? { descriptions: readJson('../../public/k8s-schema-1.36.json') } : {}),
    kustomize: build,
    jq,
    ...(asksForHelp(document) ? { helps: readJson('../workstation/kubectl/texts/helps.json') } : {}),
  };
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
}

/** Plays a scenario to its end: what the options say, what it says, or when the cluster is quiet. */
export function play(scenario: Scenario, options: RunOptions = {}): FinishedRun {
  const { session, records } = open(scenario, options);
  session.advance({ until: 0 });
  if (options.untilUs === undefined) session.goOn(options.extendedUs);
  else session.advance({ until: options.untilUs });
  if (options.untilUs === undefined) finishCommands(session, scenario, records);
  return { session, records, endUs: session.now() };
}

/** A recorder waits for its last command, also beyond the scenario's end. */
function finishCommands(session: Session, scenario: Scenario, records: readonly TraceRecord[]): void {
  const wanted = scenario.steps.filter(({ kind }) => !NO_COMMAND.has(kind)).length;
  const latest = session.now() + LAST_COMMANDS_US;
  let looked = 0;
  let ended = 0;
  for (;;) {
    for (; looked < records.length; looked++) if (records[looked]?.kind === 'command.exit') ended++;
    if (ended >= wanted || session.now() >= latest) return;
    const result = session.advance({ until: session.now() + SECOND });
    if (result !== 'until') return;
  }
}

/** Plays a scenario and tells it as a recording. */
export function record(scenario: Scenario, name: string, options: RunOptions = {}): Recording {
  const { session, records, endUs } = play(scenario, options);
  const epochUs = session.kernel.unixUs() - session.now();
  const podRow = (pod: JsonObject, atUs: number): readonly string[] => podCells(pod, epochUs + atUs);
  return recordingOf({ name, scenario, records, endUs, podRow });
}
