import {
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../../api/field-error.ts';
import type { Lifecycle, LifecycleHandler, Probe } from '../../../../../api/generated/types.ts';
import { isHTTPHeaderName } from '../../../../../api/names.ts';
import { checkNotNegative, checkPortNumberOrName, type Errors, invalidEach } from '../validate.ts';
import type { PodCheck } from './check.ts';
import { STOP_SIGNALS, WINDOWS_STOP_SIGNALS } from './signals.ts';

// Models pkg/apis/core/validation validateHandler, validateProbe, validateLifecycle (1.36).

type AnyHandler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & LifecycleHandler;

const SCHEMES: readonly string[] = ['HTTP', 'HTTPS'];

function checkHttpGet(errors: Errors, http: NonNullable<Probe['httpGet']>, path: FieldPath): void {
  if (!http.path) errors.push(required(path.child('path')));
  checkPortNumberOrName(errors, http.port, path.child('port'));
  if (!SCHEMES.includes(http.scheme ?? ''))
    errors.push(notSupported(path.child('scheme'), http.scheme ?? '', SCHEMES));
  for (const { name } of http.httpHeaders ?? []) {
    invalidEach(errors, path.child('httpHeaders'), name ?? '', isHTTPHeaderName(name ?? ''));
  }
}

function checkSleep(check: PodCheck, seconds: number, path: FieldPath): void {
  const grace = check.spec.terminationGracePeriodSeconds;
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return;
  const message = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
  check.errors.push(invalid(path, seconds, message));
}

function checkOneHandler(check: PodCheck, name: string, handler: AnyHandler, path: FieldPath): void {
  const { errors } = check;
  if (name === 'exec' && (handler.exec?.command?.length ?? 0) === 0)
    errors.push(required(path.child('command')));
  if (name === 'httpGet' && handler.httpGet) checkHttpGet(errors, handler.httpGet, path);
  if (name === 'tcpSocket') checkPortNumberOrName(errors, handler.tcpSocket?.port, path.child('port'));
  if (name === 'grpc') checkPortNumberOrName(errors, handler.grpc?.port, path.child('port'));
  if (name === 'sleep') checkSleep(check, handler.sleep?.seconds ?? 0, path);
}

const PROBE_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const LIFECYCLE_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'] as const;

type HandlerName = keyof AnyHandler;

function checkHandler(
  check: PodCheck,
  handler: AnyHandler,
  path: FieldPath,
  names: readonly HandlerName[],
): void {
  let found = 0;
  for (const name of names) {
    if (!handler[name]) continue;
    if (found > 0) check.errors.push(forbidden(path.child(name), 'may not specify more than 1 handler type'));
    else checkOneHandler(check, name, handler, path.child(name));
    found = 1;
  }
  if (found === 0) check.errors.push(required(path, 'must specify a handler type'));
}

function checkProbe(check: PodCheck, probe: Probe, path: FieldPath): void {
  const { errors } = check;
  checkHandler(check, probe, path, PROBE_HANDLERS);
  checkNotNegative(errors, probe.initialDelaySeconds, path.child('initialDelaySeconds'));
  checkNotNegative(errors, probe.timeoutSeconds, path.child('timeoutSeconds'));
  checkNotNegative(errors, probe.periodSeconds, path.child('periodSeconds'));
  checkNotNegative(errors, probe.successThreshold, path.child('successThreshold'));
  checkNotNegative(errors, probe.failureThreshold, path.child('failureThreshold'));
  const grace = probe.terminationGracePeriodSeconds;
  if (grace !== undefined && grace <= 0) {
    errors.push(invalid(path.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0'));
  }
}

function checkSuccessThreshold(errors: Errors, probe: Probe, path: FieldPath): void {
  if (probe.successThreshold !== 1) {
    errors.push(invalid(path.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1'));
  }
}

interface Probed {
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

/** Liveness, readiness, startup, in upstream's order; `path` is the container's. */
export function checkProbes(check: PodCheck, container: Probed, path: FieldPath): void {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  if (livenessProbe) {
    checkProbe(check, livenessProbe, path.child('livenessProbe'));
    checkSuccessThreshold(check.errors, livenessProbe, path.child('livenessProbe'));
  }
  if (readinessProbe) {
    checkProbe(check, readinessProbe, path.child('readinessProbe'));
    const grace = readinessProbe.terminationGracePeriodSeconds;
    if (grace !== undefined) {
      const at = path.child('readinessProbe', 'terminationGracePeriodSeconds');
      check.errors.push(invalid(at, grace, 'must not be set for readinessProbes'));
    }
  }
  if (startupProbe) {
    checkProbe(check, startupProbe, path.child('startupProbe'));
    checkSuccessThreshold(check.errors, startupProbe, path.child('startupProbe'));
  }
}

function checkStopSignal(check: PodCheck, signal: string, path: FieldPath): void {
  const os = check.spec.os?.name;
  if (check.spec.os === undefined) {
    check.errors.push(forbidden(path, 'may not be set for containers with empty `spec.os.name`'));
  }
  const allowed = os === 'windows' ? WINDOWS_STOP_SIGNALS : os === 'linux' ? STOP_SIGNALS : undefined;
  if (allowed && !allowed.includes(signal)) check.errors.push(notSupported(path, signal, allowed));
}

export function checkLifecycle(check: PodCheck, lifecycle: Lifecycle, path: FieldPath): void {
  if (lifecycle.postStart)
    checkHandler(check, lifecycle.postStart, path.child('postStart'), LIFECYCLE_HANDLERS);
  if (lifecycle.preStop) checkHandler(check, lifecycle.preStop, path.child('preStop'), LIFECYCLE_HANDLERS);
  if (lifecycle.stopSignal !== undefined)
    checkStopSignal(check, lifecycle.stopSignal, path.child('stopSignal'));
}
