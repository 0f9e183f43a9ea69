import type { FieldError } from '../../../../api/field-error.ts';
import { LateCode } from '../../../kernel/late-code.ts';
import type { Definition } from '../definition.ts';

/** What may be wrong with a CustomResourceDefinition. It comes with the language of expressions: rules are checked by it. */
export interface DefinitionChecks {
  readonly create: (definition: Definition) => FieldError[];
  readonly update: (definition: Definition, old: Definition) => FieldError[];
}

export const DEFINITION_CHECKS = new LateCode<DefinitionChecks>(
  'cel',
  'the validation of CustomResourceDefinitions',
);
