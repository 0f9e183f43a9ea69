import type { DaemonSet, Deployment, StatefulSet } from '../../../api/generated/types.ts';
import { goQuote } from '../../../api/go-text.ts';
import { CommandError } from '../errors.ts';
import { REVISION } from './replica-sets.ts';

/** A line about a rollout, and whether it is over. */
export interface RolloutStatus {
  readonly text: string;
  readonly done: boolean;
}

const waiting = (text: string): RolloutStatus => ({ text: `${text}\n`, done: false });
const over = (text: string): RolloutStatus => ({ text: `${text}\n`, done: true });
const WRONG_STRATEGY = 'rollout status is only available for RollingUpdate strategy type';

/** How far a Deployment is. Models kubectl/pkg/polymorphichelpers/rollout_status.go (1.36). */
export function deploymentStatus({ metadata, spec, status }: Deployment, revision: number): RolloutStatus {
  const name = goQuote(metadata.name ?? '');
  if (revision > 0) {
    const running = Number(metadata.annotations?.[REVISION] ?? 0);
    if (running !== revision)
      throw new CommandError(
        `desired revision (${revision}) is different from the running revision (${running})`,
      );
  }
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0))
    return waiting('Waiting for deployment spec update to be observed...');
  const progressing = status?.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded')
    throw new CommandError(`deployment ${name} exceeded its progress deadline`);
  const { replicas = 0, updatedReplicas: updated = 0, availableReplicas: available = 0 } = status ?? {};
  const wanted = spec.replicas;
  const head = `Waiting for deployment ${name} rollout to finish: `;
  if (wanted !== undefined && updated < wanted)
    return waiting(`${head}${updated} out of ${wanted} new replicas have been updated...`);
  if (replicas > updated)
    return waiting(`${head}${replicas - updated} old replicas are pending termination...`);
  if (available < updated)
    return waiting(`${head}${available} of ${updated} updated replicas are available...`);
  return over(`deployment ${name} successfully rolled out`);
}

export function daemonSetStatus({ metadata, spec, status }: DaemonSet): RolloutStatus {
  const name = goQuote(metadata.name ?? '');
  if (spec?.updateStrategy?.type !== 'RollingUpdate') throw new CommandError(WRONG_STRATEGY);
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0))
    return waiting('Waiting for daemon set spec update to be observed...');
  const {
    desiredNumberScheduled: desired = 0,
    updatedNumberScheduled: updated = 0,
    numberAvailable: available = 0,
  } = status ?? {};
  const head = `Waiting for daemon set ${name} rollout to finish: `;
  if (updated < desired) return waiting(`${head}${updated} out of ${desired} new pods have been updated...`);
  if (available < desired) return waiting(`${head}${available} of ${desired} updated pods are available...`);
  return over(`daemon set ${name} successfully rolled out`);
}

export function statefulSetStatus({ metadata, spec, status }: StatefulSet): RolloutStatus {
  if (spec?.updateStrategy?.type !== 'RollingUpdate') throw new CommandError(WRONG_STRATEGY);
  const observed = status?.observedGeneration ?? 0;
  if (observed === 0 || (metadata.generation ?? 0) > observed)
    return waiting('Waiting for statefulset spec update to be observed...');
  const { readyReplicas: ready = 0, updatedReplicas: updated = 0 } = status ?? {};
  const { replicas } = spec;
  if (replicas !== undefined && ready < replicas)
    return waiting(`Waiting for ${replicas - ready} pods to be ready...`);
  const rolling = spec.updateStrategy.rollingUpdate;
  if (rolling !== undefined) {
    const wanted = (replicas ?? 0) - (rolling.partition ?? 0);
    if (replicas !== undefined && rolling.partition !== undefined && updated < wanted) {
      return waiting(
        `Waiting for partitioned roll out to finish: ${updated} out of ${wanted} new pods have been updated...`,
      );
    }
    return over(`partitioned roll out complete: ${updated} new pods have been updated...`);
  }
  if (status?.updateRevision !== status?.currentRevision) {
    return waiting(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${status?.updateRevision ?? ''}...`,
    );
  }
  return over(
    `statefulset rolling update complete ${status?.currentReplicas ?? 0} pods at revision ${status?.currentRevision ?? ''}...`,
  );
}
