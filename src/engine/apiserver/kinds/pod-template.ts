import type { PodTemplate } from '../../../api/generated/types.ts';
import { fieldPath } from '../../../api/field-error.ts';
import { formatLabels } from '../../../api/label-selector.ts';
import { defineKind } from './common/define.ts';
import { defaultPodTemplate } from './common/podspec/defaults.ts';
import { checkPodTemplate } from './common/podspec/template.ts';
import { NAME, column, containerCells } from './common/table.ts';
import type { Errors } from './common/validate.ts';

/** Models pkg/apis/core/validation ValidatePodTemplate and printPodTemplate (1.36). */
function validate({ template }: PodTemplate): Errors {
  const errors: Errors = [];
  checkPodTemplate(errors, template, fieldPath('template'));
  return errors;
}

export const POD_TEMPLATE = defineKind<PodTemplate>({
  resource: 'podtemplates',
  kind: 'PodTemplate',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultPodTemplate,
  validateCreate: validate,
  validateUpdate: validate,
  generationOf: ({ template }) => [template],
  tableColumns: [NAME, column('Containers'), column('Images'), column('Pod Labels')],
  row: ({ metadata, template }) => [
    metadata.name,
    ...containerCells(template?.spec?.containers),
    formatLabels(template?.metadata?.labels),
  ],
});
