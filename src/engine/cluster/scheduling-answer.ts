import type { SchedulingAnswer, SchedulingQuestion } from '../../trace/scheduling-question.ts';
import { explain } from '../scheduler/explain/explain.ts';
import { defaultClassOf } from '../scheduler/explain/volume-edits.ts';
import { whatWouldFit } from '../scheduler/explain/what-would-fit.ts';
import { nominatedIn, snapshotOf, unscheduled, worldOf } from '../scheduler/explain/world.ts';

/** Runs every filter and score again on the objects of a moment, as the default profile would. Pure; touches no run. */
export function answerScheduling({ pod, objects }: SchedulingQuestion): SchedulingAnswer {
  const there = worldOf((resource) => objects[resource] ?? []);
  const { uid } = pod.metadata;
  const world = { ...there, pods: there.pods.filter(({ metadata }) => metadata.uid !== uid) };
  const snapshot = snapshotOf(world);
  const defaultClass = defaultClassOf(world.classes ?? []);
  const options = {
    nominated: nominatedIn(world),
    ...(defaultClass === undefined ? {} : { defaultClass }),
  };
  const alone = unscheduled(pod);
  const { refusal, nodes } = explain(alone, snapshot, options);
  return {
    ...(refusal === undefined ? {} : { refusal: { plugin: refusal.plugin, reasons: refusal.reasons } }),
    nodes: nodes.map(({ node, fits, verdicts, points }) => ({
      node,
      fits,
      filters: verdicts.map(({ plugin, outcome, counts, rejection, inputs }) => ({
        plugin,
        outcome,
        counts,
        reasons: rejection?.reasons ?? [],
        inputs,
      })),
      points: points.map(({ plugin, weight, raw, normalized, inputs }) => ({
        plugin,
        weight,
        raw,
        normalized,
        inputs,
      })),
    })),
    edits: whatWouldFit(alone, snapshot, options).map(({ kind, target, values, before, after }) => ({
      kind,
      target,
      values,
      before,
      after,
    })),
  };
}
