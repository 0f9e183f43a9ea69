import { type FieldPath, invalid, required } from '../../../../api/field-error.ts';
import type { Container, Job, JobSpec, PodSpec, PodTemplateSpec } from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import { isDNS1123Label } from '../../../../api/names.ts';
import { internalForm, labelsForm, selectorForm } from '../common/internal/form.ts';
import { checkJobSpec } from '../common/job-spec.ts';
import {
  checkImmutable,
  checkLabelSelector,
  checkNotNegative,
  IMMUTABLE,
  type Errors,
  METADATA,
  semanticEqual,
  SPEC,
  STATUS,
} from '../common/validate.ts';
import { CONTROLLER_UID, JOB_NAME, LEGACY_CONTROLLER_UID, LEGACY_JOB_NAME } from './strategy.ts';

// Models pkg/apis/batch/validation ValidateJob, ValidateJobSpecUpdate (1.36).

function checkHasLabel(
  errors: Errors,
  labels: Readonly<Record<string, string>>,
  key: string,
  wanted: string,
): void {
  const at = SPEC.child('template', 'metadata', 'labels').key(key);
  if (labels[key] === undefined) errors.push(required(at, `must be '${wanted}'`));
  else if (labels[key] !== wanted) errors.push(invalid(at, labelsForm(labels), `must be '${wanted}'`));
}

function checkGeneratedSelector(errors: Errors, { metadata, spec }: Job): void {
  if (spec?.manualSelector || !spec?.selector) return;
  const uid = metadata.uid ?? '';
  if (uid === '') errors.push(required(METADATA.child('uid')));
  const labels = spec.template?.metadata?.labels ?? {};
  checkHasLabel(errors, labels, LEGACY_CONTROLLER_UID, uid);
  checkHasLabel(errors, labels, LEGACY_JOB_NAME, metadata.name);
  checkHasLabel(errors, labels, CONTROLLER_UID, uid);
  checkHasLabel(errors, labels, JOB_NAME, metadata.name);
  const expected = {
    [CONTROLLER_UID]: uid,
    [JOB_NAME]: metadata.name,
    [LEGACY_CONTROLLER_UID]: uid,
    [LEGACY_JOB_NAME]: metadata.name,
  };
  if (!labelSelectorMatches(spec.selector, expected)) {
    errors.push(
      invalid(SPEC.child('selector'), selectorForm(spec.selector), '`selector` not auto-generated'),
    );
  }
}

function checkSpec(errors: Errors, spec: JobSpec): void {
  checkJobSpec(errors, spec, SPEC);
  if (!spec.selector) errors.push(required(SPEC.child('selector')));
  else checkLabelSelector(errors, spec.selector, SPEC.child('selector'));
  const labels = spec.template?.metadata?.labels;
  if (labelSelectorMatches(spec.selector, labels)) return;
  const at = SPEC.child('template', 'metadata', 'labels');
  errors.push(invalid(at, labelsForm(labels), '`selector` does not match template `labels`'));
}

export function validateJob(job: Job): Errors {
  const errors: Errors = [];
  const spec = job.spec ?? ({} as JobSpec);
  checkGeneratedSelector(errors, job);
  checkSpec(errors, spec);
  if (spec.completionMode === 'Indexed' && (spec.completions ?? 0) > 0) {
    const hostname = `${job.metadata.name}-${(spec.completions ?? 0) - 1}`;
    if (isDNS1123Label(hostname).length > 0) {
      const message = `will not able to create pod with invalid DNS label: ${hostname}`;
      errors.push(invalid(METADATA.child('name'), job.metadata.name, message));
    }
  }
  return errors;
}

/** Only of an indexed Job, and only together with parallelism. */
function checkCompletions(errors: Errors, next: JobSpec, old: JobSpec, path: FieldPath): void {
  if (next.completions === old.completions) return;
  if (next.completionMode !== 'Indexed')
    return checkImmutable(errors, [next.completions, old.completions], path);
  // That an indexed Job has completions is checked already.
  if (next.completions === undefined || next.completions === next.parallelism) return;
  errors.push(invalid(path, next.completions, 'can only be modified in tandem with spec.parallelism'));
}

/** A suspended Job none of whose Pods run may change where its Pods go and what they request. */
function isAtRest({ spec, status }: Job): boolean {
  return spec?.suspend === true && (!status?.startTime || !status.active);
}

function withOldResources(
  next: readonly Container[] | undefined,
  old: readonly Container[] | undefined,
): readonly Container[] | undefined {
  return next?.map((container, i) => ({ ...container, resources: old?.[i]?.resources }));
}

/** The template with what a suspended Job may still change put back. */
function withOldDirectives(template: PodTemplateSpec, old: PodTemplateSpec): PodTemplateSpec {
  const was: PodSpec = old.spec ?? { containers: [] };
  const { nodeSelector, tolerations, schedulingGates, affinity } = was;
  const own: PodSpec = template.spec ?? { containers: [] };
  const merged = { ...own.affinity, nodeAffinity: affinity?.nodeAffinity };
  const keepsNone = affinity === undefined && !own.affinity?.podAffinity && !own.affinity?.podAntiAffinity;
  return {
    metadata: { ...template.metadata, annotations: old.metadata?.annotations, labels: old.metadata?.labels },
    spec: {
      ...own,
      ...{ nodeSelector, tolerations, schedulingGates, affinity: keepsNone ? undefined : merged },
      containers: withOldResources(own.containers, was.containers) ?? [],
      initContainers: withOldResources(own.initContainers, was.initContainers),
    },
  };
}

const FIXED: readonly (readonly [name: keyof JobSpec, struct?: string])[] = [
  ['completionMode'],
  ['podFailurePolicy', 'PodFailurePolicy'],
  ['backoffLimitPerIndex'],
  ['managedBy'],
  ['successPolicy', 'SuccessPolicy'],
];

export function validateJobUpdate(job: Job, old: Job): Errors {
  const errors: Errors = [];
  const spec = job.spec ?? ({} as JobSpec);
  const was = old.spec ?? ({} as JobSpec);
  checkSpec(errors, spec);
  checkCompletions(errors, spec, was, SPEC.child('completions'));
  checkImmutable(errors, [spec.selector, was.selector], SPEC.child('selector'), selectorForm(spec.selector));
  const template = isAtRest(old) ? withOldDirectives(spec.template, was.template) : spec.template;
  if (!semanticEqual(template, was.template)) {
    errors.push(invalid(SPEC.child('template'), internalForm('PodTemplateSpec', spec.template), IMMUTABLE));
  }
  for (const [name, struct] of FIXED) {
    const value = spec[name];
    const shown = struct && value ? internalForm(struct, value as object) : value;
    checkImmutable(errors, [value, was[name]], SPEC.child(name), shown);
  }
  return errors;
}

export function validateJobStatus({ status }: Job): Errors {
  const errors: Errors = [];
  for (const name of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const) {
    checkNotNegative(errors, status?.[name], STATUS.child(name));
  }
  return errors;
}
