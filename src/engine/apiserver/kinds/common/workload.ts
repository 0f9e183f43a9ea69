import { type FieldPath, forbidden, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { LabelSelector, PodTemplateSpec } from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import { isDNS1123Label } from '../../../../api/names.ts';
import { labelsForm, selectorForm } from './internal/form.ts';
import { checkPodTemplate } from './podspec/template.ts';
import { podSpecWarnings } from './podspec/warnings.ts';
import {
  checkImmutable,
  checkLabelSelector,
  type Errors,
  isEmptySelector,
  semanticEqual,
  SPEC,
} from './validate.ts';

// What the kinds that make Pods from a template share. Models pkg/apis/apps/validation (1.36).

/** A selector together with the template it must select. */
export interface SelectorAndTemplate {
  readonly selector?: LabelSelector | null;
  readonly template?: PodTemplateSpec;
}

const TEMPLATE = SPEC.child('template');
const SELECTOR = SPEC.child('selector');

function checkMatches(errors: Errors, { selector, template }: SelectorAndTemplate): void {
  const labels = template?.metadata?.labels;
  if (selector && (isEmptySelector(selector) || labelSelectorMatches(selector, labels))) return;
  errors.push(
    invalid(
      TEMPLATE.child('metadata', 'labels'),
      labelsForm(labels),
      '`selector` does not match template `labels`',
    ),
  );
}

/** Pods of such owners run for ever. `kind` is as the refusal names it. */
export function checkRunsForever(errors: Errors, template: PodTemplateSpec | undefined, kind: string): void {
  const spec = TEMPLATE.child('spec');
  const policy = template?.spec?.restartPolicy;
  if (policy !== 'Always') errors.push(notSupported(spec.child('restartPolicy'), policy ?? '', ['Always']));
  if (template?.spec?.activeDeadlineSeconds === undefined) return;
  errors.push(
    forbidden(spec.child('activeDeadlineSeconds'), `activeDeadlineSeconds in ${kind} is not Supported`),
  );
}

/**
 * The selector must be there, say something, and match the template's labels. `emptyText` and `wrongText` are the owner's words.
 * False where the selector is none: then the template was not looked at.
 */
export function checkSelectorAndTemplate(
  errors: Errors,
  spec: SelectorAndTemplate,
  emptyText: string,
  wrongText: string,
): boolean {
  const { selector, template } = spec;
  const before = errors.length;
  if (!selector) errors.push(required(SELECTOR));
  else {
    checkLabelSelector(errors, selector, SELECTOR);
    if (isEmptySelector(selector)) errors.push(invalid(SELECTOR, {}, emptyText));
  }
  const broken = selector && !isEmptySelector(selector) && errors.length > before;
  if (broken) {
    errors.push(invalid(SELECTOR, selectorForm(selector), wrongText));
    return false;
  }
  checkMatches(errors, spec);
  checkPodTemplate(errors, template, TEMPLATE);
  return true;
}

/** Models the end of ValidateReplicaSetSpec, which Deployments share: whose selector is none, of its template nothing is said. */
export function checkReplicaSetTemplate(errors: Errors, spec: SelectorAndTemplate): void {
  const read = checkSelectorAndTemplate(
    errors,
    spec,
    'empty selector is invalid for deployment',
    'invalid label selector',
  );
  if (read) checkRunsForever(errors, spec.template, 'ReplicaSet');
}

export function checkSelectorImmutable(
  errors: Errors,
  next: LabelSelector | undefined,
  old: LabelSelector | undefined,
): void {
  checkImmutable(errors, [next, old], SELECTOR, selectorForm(next));
}

/** Warnings of the template's content. */
export function templateWarnings(template: PodTemplateSpec | undefined): readonly string[] {
  if (!template?.spec) return [];
  return podSpecWarnings(template.spec, template.metadata?.annotations, TEMPLATE);
}

const HOSTNAMES =
  'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';

export function nameWarnings(name: string): readonly string[] {
  const messages = isDNS1123Label(name);
  return messages.length === 0 ? [] : [`metadata.name: ${HOSTNAMES}: [${messages.join(' ')}]`];
}

interface Workload {
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template?: PodTemplateSpec };
}

/** On create: of the name and the template. */
export function workloadWarnings({ metadata, spec }: Workload): readonly string[] {
  return [...nameWarnings(metadata.name), ...templateWarnings(spec?.template)];
}

/** On update only when the spec has changed, and never of the name. */
export function workloadUpdateWarnings(next: Workload, old: Workload): readonly string[] {
  return semanticEqual(next.spec, old.spec) ? [] : templateWarnings(next.spec?.template);
}

type Counts = Readonly<Record<string, unknown>>;

/** Counts of a status: none negative, the named ones not above replicas. Models Validate…Status. */
export function checkCounts(
  errors: Errors,
  status: object | undefined,
  path: FieldPath,
  parts: readonly string[],
): void {
  const counts = (status ?? {}) as Counts;
  const all = typeof counts['replicas'] === 'number' ? counts['replicas'] : 0;
  for (const name of ['replicas', ...parts]) {
    const count = counts[name];
    if (typeof count === 'number' && count < 0)
      errors.push(invalid(path.child(name), count, 'must be greater than or equal to 0'));
  }
  for (const name of parts) {
    const count = counts[name];
    if (typeof count === 'number' && count > all)
      errors.push(invalid(path.child(name), count, 'cannot be greater than status.replicas'));
  }
}
