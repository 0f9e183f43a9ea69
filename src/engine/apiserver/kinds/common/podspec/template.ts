import { type FieldPath, forbidden } from '../../../../../api/field-error.ts';
import type { PodTemplateSpec } from '../../../../../api/generated/types.ts';
import { checkAnnotations, checkLabels, type Errors } from '../validate.ts';
import { checkPodAnnotations, checkProfilesAgree } from './annotations.ts';
import { checkPodSpec } from './spec.ts';

/** The template of a workload; `path` is its own (`spec.template`). Models ValidatePodTemplateSpec (1.36). */
export function checkPodTemplate(
  errors: Errors,
  template: PodTemplateSpec | undefined,
  path: FieldPath,
): void {
  const { metadata, spec = { containers: [] } } = template ?? {};
  checkLabels(errors, metadata?.labels, path.child('labels'));
  checkAnnotations(errors, metadata?.annotations, path.child('annotations'));
  checkPodAnnotations(errors, metadata?.annotations, spec, path.child('annotations'));
  checkPodSpec(errors, spec, path.child('spec'));
  checkProfilesAgree(errors, metadata, spec, path.child('spec'));
  if (spec.ephemeralContainers?.length) {
    errors.push(
      forbidden(
        path.child('spec', 'ephemeralContainers'),
        'ephemeral containers not allowed in pod template',
      ),
    );
  }
}
