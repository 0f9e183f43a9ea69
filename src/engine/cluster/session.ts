import { runEnd } from '../../scenario/run-end.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { KubectlTexts } from '../../workstation/kubectl/texts/texts.ts';
import { type Level, SECOND, type SimTime } from '../../trace/ids.ts';
import { type AdvanceResult, type Budget, Kernel } from '../kernel/kernel.ts';
import type { RecordSink } from '../kernel/recorder.ts';
import { settingsWith } from '../kernel/settings.ts';
import { Cluster } from './cluster.ts';
import { Driver } from './driver.ts';
import type { SessionInput } from './inputs.ts';

export interface SessionOptions {
  readonly scenario: Scenario;
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  readonly inputs?: readonly SessionInput[];
  readonly sink: RecordSink;
  /** Unix µs of virtual time 0; otherwise the same day in every run. */
  readonly epochUs?: number;
  /** Most detailed level to record; 3 unless said. */
  readonly level?: Level;
  /** What `kubectl explain` and `--help` read. */
  readonly texts?: KubectlTexts;
}

/** Unix microseconds of a minute's start that runs begin in: Monday 2026-11-30 09:00 UTC. */
const EPOCH_US = 1_796_029_200 * SECOND;
/**
 * The second of that minute at which the first step falls, unless the scenario says. Kubernetes tells times in whole
 * seconds: half past one, what a command begins and what comes of it do not all bear the same time.
 */
const START_SECOND = 12.5;

/** A run: a cluster built from a scenario, and the steps that happen to it. Same scenario, seed and inputs, same records. */
export class Session {
  readonly kernel: Kernel;
  /** Not there yet while it is being made: records of that are nobody's. */
  readonly cluster: Cluster;
  private readonly scenario: Scenario;
  private readonly lastInputUs: number | undefined;

  constructor(options: SessionOptions) {
    const { scenario, inputs = [] } = options;
    this.scenario = scenario;
    this.lastInputUs = inputs.length === 0 ? undefined : Math.max(...inputs.map(({ step }) => step.at));
    const startAt = -(Cluster.bootUs(scenario.cluster) + scenario.cluster.settleUs);
    const settings = settingsWith({ ...Cluster.settings(scenario.cluster), ...scenario.cluster.settings });
    this.kernel = new Kernel({
      seed: options.seed ?? scenario.seed,
      spread: settings.latencySpreadPercent / 100,
      startAt,
      epochUs: options.epochUs ?? EPOCH_US + (scenario.cluster.startSecond ?? START_SECOND) * SECOND,
      sink: (record) => {
        options.sink(record);
        this.cluster?.consoles.take(record);
      },
      level: options.level ?? 3,
    });
    this.cluster = new Cluster(this.kernel, settings, scenario.cluster, options.texts);
    this.cluster.start();
    new Driver(this.kernel, this.cluster, scenario, inputs).start();
  }

  now(): SimTime {
    return this.kernel.now();
  }

  /** When the scenario says it ends, if it does. */
  end(): SimTime | undefined {
    return this.scenario.untilUs;
  }

  advance(budget: Budget): AdvanceResult {
    return this.kernel.advance(budget);
  }

  /** Plays on to the run's end, as `runEnd` has it. `horizon`: the cluster is not quiet there. */
  goOn(extendedUs?: number, maxTurns?: number): AdvanceResult | 'horizon' {
    const { said, most } = runEnd({ untilUs: this.end(), extendedUs, lastInputUs: this.lastInputUs });
    if (said > 0 && (this.now() < said || said === most)) {
      const result = this.advance({ until: said, maxTurns });
      if (result !== 'until' || said === most) return result;
    }
    const result = this.advance({ until: most, maxTurns, quiet: true });
    return result === 'until' ? 'horizon' : result;
  }
}
