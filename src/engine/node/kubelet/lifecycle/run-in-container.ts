import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { type GrpcError, rpcText } from '../../cri/port/error.ts';
import type { RuntimeService } from '../../cri/port/runtime.ts';

// Models k8s.io/cri-client/pkg/remote_runtime.go ExecSync and kuberuntime RunInContainer (1.36).

/** How a command in a container failed: with its exit code, by running out of time, or without being run at all. */
export type ExecFailure =
  | { readonly kind: 'exit'; readonly code: number; readonly message: string; readonly output: string }
  | { readonly kind: 'timeout'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

/** Runs a command to its end; answers stdout followed by stderr. `timeoutSeconds` 0 waits for ever. */
export function* runInContainer(
  runtime: RuntimeService,
  containerId: string,
  command: readonly string[],
  timeoutSeconds: number,
): Task<Result<string, ExecFailure>> {
  const answer = yield* runtime.execSync(containerId, command, timeoutSeconds);
  const words = command.join(' ');
  if (!answer.ok) return err(failureOf(answer.error, words, timeoutSeconds));
  const { stdout, stderr, exitCode } = answer.value;
  const output = stdout + stderr;
  if (exitCode === 0) return ok(output);
  return err({
    kind: 'exit',
    code: exitCode,
    message: `command '${words}' exited with ${exitCode}: ${stderr}`,
    output,
  });
}

function failureOf(error: GrpcError, words: string, timeoutSeconds: number): ExecFailure {
  if (error.code === 'DeadlineExceeded') {
    return { kind: 'timeout', message: `command timed out: "${words}" timed out after ${timeoutSeconds}s` };
  }
  return { kind: 'error', message: rpcText(error) };
}
