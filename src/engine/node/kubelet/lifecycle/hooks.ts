import type { HTTPGetAction, LifecycleHandler, Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import { type KubeletDeps, podEvent } from '../deps.ts';
import { type AnyContainer, formatPod } from '../pod.ts';
import { resolvePort } from '../prober/target.ts';
import { runInContainer } from './run-in-container.ts';

// Models pkg/kubelet/lifecycle/handlers.go (1.36).

export interface HookCall {
  readonly deps: KubeletDeps;
  readonly pod: Pod;
  readonly container: AnyContainer;
  readonly containerId: string;
  readonly podIp: string;
}

/** The client's time limit of HTTP hooks. */
const HTTP_TIMEOUT_US = 30_000_000;

/** Runs a postStart or preStop hook; the error is the message of a PostStartHookError. */
export function* runHook(call: HookCall, hook: LifecycleHandler): Task<Result<void, string>> {
  const where = `for Container "${call.container.name}" in Pod "${formatPod(call.pod)}" failed`;
  if (hook.exec !== undefined) {
    const command = hook.exec.command ?? [];
    const ran = yield* runInContainer(call.deps.runtime, call.containerId, command, 0);
    if (ran.ok) return ok();
    const output = ran.error.kind === 'exit' ? ran.error.output : '';
    return err(
      `Exec lifecycle hook ([${command.join(' ')}]) ${where} - error: ${ran.error.message}, message: ${goQuote(output)}`,
    );
  }
  if (hook.httpGet !== undefined) {
    const failed = yield* runHttp(call, hook.httpGet);
    return failed === undefined
      ? ok()
      : err(`HTTP lifecycle hook (${hook.httpGet.path ?? ''}) ${where} - error: ${failed}`);
  }
  if (hook.sleep !== undefined) {
    // Neither the end of a Pod nor that of its grace period reaches a hook's context.
    yield* sleep(hook.sleep.seconds * 1_000_000);
    return ok();
  }
  return err(`invalid handler: ${JSON.stringify(hook)}`);
}

/** Any answer will do: the status code is not looked at. */
function* runHttp(
  { deps, pod, container, podIp }: HookCall,
  action: HTTPGetAction,
): Task<string | undefined> {
  const { host: given = '' } = action;
  // The Pod's address is asked of the runtime, which takes as long as it does before a status is written: a server
  // that listens at once is there by then.
  if (given === '') yield* sleep(deps.settings.statusWriteUs);
  const port = resolvePort(action.port, container);
  if (!port.ok) return port.error;
  const host = given === '' ? podIp : given;
  if (host === '') return 'failed to find networking container: IP address is not set';
  const secure = action.scheme === 'HTTPS';
  const headers = (action.httpHeaders ?? []).map(({ name, value }) => [name, value] as const);
  const path = action.path ?? '/';
  const request = {
    purpose: 'lifecycle' as const,
    host,
    port: port.value,
    path,
    headers,
    timeoutUs: HTTP_TIMEOUT_US,
  };
  const answer = yield* deps.host.dialer.http({ ...request, scheme: secure ? 'https' : 'http' });
  if (answer.ok) return undefined;
  if (secure && answer.error.includes('server gave HTTP response to HTTPS client')) {
    const plain = yield* deps.host.dialer.http({ ...request, scheme: 'http' });
    if (plain.ok) {
      const message = `request to HTTPS lifecycle hook ${host}:${port.value} got HTTP response, retry with HTTP succeeded`;
      podEvent(deps, pod, ['Warning', 'LifecycleHTTPFallback'], message);
      return undefined;
    }
  }
  return `Get "${secure ? 'https' : 'http'}://${host}:${port.value}${path}": ${answer.error}`;
}
