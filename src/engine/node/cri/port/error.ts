import type { Result } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';

export type GrpcCode =
  | 'Unknown'
  | 'NotFound'
  | 'DeadlineExceeded'
  | 'Unavailable'
  | 'InvalidArgument'
  | 'FailedPrecondition'
  | 'Unimplemented';

/** A refusal of the container runtime: gRPC code and description. */
export interface GrpcError {
  readonly code: GrpcCode;
  readonly message: string;
}

/** The Go error's text of a gRPC status, as it shows in most kubelet messages. */
export function rpcText(error: GrpcError): string {
  return `rpc error: code = ${error.code} desc = ${error.message}`;
}

/** A CRI call: suspends for the wire and the work; never throws. */
export type CriCall<T = void> = Task<Result<T, GrpcError>>;

/** A call that is answered at once. */
// eslint-disable-next-line require-yield
export function* answered<T>(answer: Result<T, GrpcError>): CriCall<T> {
  return answer;
}
