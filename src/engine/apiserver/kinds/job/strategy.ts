import type { Draft } from '../../../../base/brand.ts';
import type { Job } from '../../../../api/generated/types.ts';
import { defaultPodTemplate } from '../common/podspec/defaults.ts';
import { MAX_INT32 } from '../common/validate.ts';

// Models pkg/apis/batch/v1/defaults.go SetDefaults_Job and pkg/registry/batch/job/strategy.go (1.36).

export const CONTROLLER_UID = 'batch.kubernetes.io/controller-uid';
export const JOB_NAME = 'batch.kubernetes.io/job-name';
export const LEGACY_CONTROLLER_UID = 'controller-uid';
export const LEGACY_JOB_NAME = 'job-name';

const BACKOFF_LIMIT = 6;

function copyTemplateLabels(job: Draft<Job>): void {
  const labels = job.spec?.template?.metadata?.labels;
  if (labels && Object.keys(job.metadata.labels ?? {}).length === 0) job.metadata.labels = { ...labels };
}

/** Scheme defaulting of a Job, in place. */
export function defaultJob(job: Draft<Job>): void {
  job.spec ??= {} as NonNullable<Draft<Job>['spec']>;
  const { spec } = job;
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? BACKOFF_LIMIT : MAX_INT32;
  defaultPodTemplate(spec);
  copyTemplateLabels(job);
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  for (const { onPodConditions } of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions ?? []) pattern.status ||= 'True';
  }
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
  spec.manualSelector ??= false;
}

/** The Job's uid selects its Pods; the labels say so twice, once under the old names. */
function generateSelector(job: Draft<Job>): void {
  const { spec } = job;
  const { name, uid } = job.metadata;
  spec.template.metadata ??= {};
  const labels: Record<string, string> = { ...spec.template.metadata.labels };
  labels[LEGACY_JOB_NAME] ??= name;
  labels[JOB_NAME] ??= name;
  labels[LEGACY_CONTROLLER_UID] ??= uid;
  labels[CONTROLLER_UID] ??= uid;
  spec.template.metadata.labels = labels;
  spec.selector ??= {};
  spec.selector.matchLabels = { ...spec.selector.matchLabels };
  spec.selector.matchLabels[CONTROLLER_UID] ??= uid;
}

export function prepareJobForCreate(job: Draft<Job>): void {
  job.status = {};
  if (!job.spec?.manualSelector) generateSelector(job);
  // Reading a Job back defaults it again: by then the template has labels.
  copyTemplateLabels(job);
}
