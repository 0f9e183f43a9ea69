import type { ApiStatus } from '../../../../api/status.ts';
import type { Task } from '../../../kernel/task.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

/** A refusal, or nothing; a task when the plugin has to wait. */
export type Verdict = ApiStatus | undefined | Task<ApiStatus | undefined>;

/** One admission plugin. Models admission.MutationInterface and admission.ValidationInterface. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Whether it looks at this request at all: others leave no stage. */
  handles(attributes: AdmissionAttributes, rc: RequestContext): boolean;
  /** The mutating phase: writes fields of the object, of its metadata and of its spec; what lies deeper it replaces. */
  admit?(attributes: AdmissionAttributes, rc: RequestContext): Verdict;
  /** False when `admit` will leave the object as it is, whatever it answers: what changed need not be looked for. */
  mayWrite?(attributes: AdmissionAttributes, rc: RequestContext): boolean;
  /** The validating phase: the object as it would be stored. */
  validate?(attributes: AdmissionAttributes, rc: RequestContext): Verdict;
}
