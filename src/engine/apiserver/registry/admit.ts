import type { ApiStatus } from '../../../api/status.ts';
import type { Task } from '../../kernel/task.ts';
import type { RequestContext } from '../request/context.ts';
import type { ObjectDraft } from './draft.ts';
import type { Reinvocation } from './reinvocation.ts';
import type { KubeObject } from '../../../api/object.ts';

/** What admission is asked about. Models admission.Attributes. */
export interface AdmissionAttributes {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly namespace: string;
  /** '' while a name is still to be generated. */
  readonly name: string;
  /** The draft; plugins of the mutating phase write into it. Absent on DELETE. */
  readonly object: ObjectDraft | undefined;
  readonly old: KubeObject | undefined;
  /** Of the mutating phase. */
  readonly reinvocation?: Reinvocation;
}

/** The admission chain: each phase answers a refusal, or nothing. */
export interface Admission {
  admit(rc: RequestContext, attributes: AdmissionAttributes): Task<ApiStatus | undefined>;
  validate(rc: RequestContext, attributes: AdmissionAttributes): Task<ApiStatus | undefined>;
}
