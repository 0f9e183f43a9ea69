import {
  duplicate,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  tooMany,
} from '../../../../../api/field-error.ts';
import type {
  Container,
  ContainerResizePolicy,
  EphemeralContainer,
} from '../../../../../api/generated/types.ts';
import { inclusiveRangeError, isPortName } from '../../../../../api/names.ts';
import { checkDnsLabel, type Errors, invalidEach } from '../validate.ts';
import type { AnyContainer, PodCheck } from './check.ts';
import { checkEnv, checkEnvFrom } from './env.ts';
import { checkLifecycle, checkProbes } from './handlers.ts';
import { checkVolumeDevices, checkVolumeMounts } from './mounts.ts';
import { checkPullPolicy } from './pull-policy.ts';
import { checkContainerResources } from './resources.ts';
import { checkSecurityContext } from './security.ts';

// Models pkg/apis/core/validation validateContainers, validateInitContainers, validateEphemeralContainers (1.36).

const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** Of a container or a Service port. */
export function checkProtocol(errors: Errors, protocol: string | undefined, path: FieldPath): void {
  if (!protocol) errors.push(required(path));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(path, protocol, PROTOCOLS));
}

function checkPortNumber(errors: Errors, port: number, path: FieldPath): void {
  if (port < 1 || port > 65_535) errors.push(invalid(path, port, inclusiveRangeError(1, 65_535)));
}

function checkPorts(errors: Errors, ports: Container['ports'], path: FieldPath): void {
  if (ports === undefined) return;
  const names = new Set<string>();
  for (const [i, { name, containerPort, hostPort, protocol }] of ports.entries()) {
    const at = path.index(i);
    if (name) {
      const messages = isPortName(name);
      if (messages.length > 0) invalidEach(errors, at.child('name'), name, messages);
      else if (names.has(name)) errors.push(duplicate(at.child('name'), name));
      names.add(name);
    }
    if (!containerPort) errors.push(required(at.child('containerPort')));
    else checkPortNumber(errors, containerPort, at.child('containerPort'));
    if (hostPort) checkPortNumber(errors, hostPort, at.child('hostPort'));
    checkProtocol(errors, protocol, at.child('protocol'));
  }
}

const RESIZE_RESOURCES: readonly string[] = ['cpu', 'memory'];
const RESIZE_POLICIES: readonly string[] = ['NotRequired', 'RestartContainer'];

function checkListedWord(
  errors: Errors,
  word: string | undefined,
  path: FieldPath,
  words: readonly string[],
): void {
  if (!word) errors.push(required(path));
  else if (!words.includes(word)) errors.push(notSupported(path, word, words));
}

function checkResizePolicy(
  check: PodCheck,
  policies: readonly ContainerResizePolicy[],
  path: FieldPath,
): void {
  const { errors, spec } = check;
  const seen = new Set<string>();
  for (const [i, { resourceName, restartPolicy }] of policies.entries()) {
    if (seen.has(resourceName)) errors.push(duplicate(path.index(i), resourceName));
    seen.add(resourceName);
    checkListedWord(errors, resourceName, path, RESIZE_RESOURCES);
    checkListedWord(errors, restartPolicy, path, RESIZE_POLICIES);
    if (spec.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
  }
}

const MESSAGE_POLICIES: readonly string[] = ['File', 'FallbackToLogsOnError'];

/** What holds for every container. */
function checkCommon(check: PodCheck, container: AnyContainer, path: FieldPath): void {
  const { errors } = check;
  if (!container.name) errors.push(required(path.child('name')));
  else checkDnsLabel(errors, container.name, path.child('name'));
  if (!container.image) errors.push(required(path.child('image')));
  checkListedWord(
    errors,
    container.terminationMessagePolicy,
    path.child('terminationMessagePolicy'),
    MESSAGE_POLICIES,
  );
  if (container.ports) checkPorts(errors, container.ports, path.child('ports'));
  if (container.env) checkEnv(errors, container.env, path.child('env'));
  if (container.envFrom) checkEnvFrom(errors, container.envFrom, path.child('envFrom'));
  if (container.volumeMounts) checkVolumeMounts(check, container, path.child('volumeMounts'));
  if (container.volumeDevices) checkVolumeDevices(check, container, path.child('volumeDevices'));
  checkPullPolicy(errors, container.imagePullPolicy, path.child('imagePullPolicy'));
  if (container.resources) checkContainerResources(check, container.resources, path.child('resources'));
  if (container.resizePolicy) checkResizePolicy(check, container.resizePolicy, path.child('resizePolicy'));
  if (container.securityContext)
    checkSecurityContext(check, container.securityContext, path.child('securityContext'));
}

const RESTART_POLICIES: readonly string[] = ['Always', 'Never', 'OnFailure'];
const RULE_ACTIONS: readonly string[] = ['Restart', 'RestartAllContainers'];
const RULE_OPERATORS: readonly string[] = ['In', 'NotIn'];
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

function checkRestartRules(errors: Errors, container: Container, path: FieldPath): void {
  const rules = container.restartPolicyRules ?? [];
  const policy = container.restartPolicy;
  if (policy === undefined) {
    if (rules.length === 0) return;
    errors.push(
      required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'),
    );
  } else if (!RESTART_POLICIES.includes(policy)) {
    errors.push(notSupported(path.child('restartPolicy'), policy, RESTART_POLICIES));
  }
  if (rules.length > MAX_RULES)
    errors.push(tooMany(path.child('restartPolicyRules'), rules.length, MAX_RULES));
  for (const [i, { action, exitCodes }] of rules.entries()) {
    const at = path.child('restartPolicyRules').index(i);
    if (!RULE_ACTIONS.includes(action ?? ''))
      errors.push(notSupported(at.child('action'), action ?? '', RULE_ACTIONS));
    if (!exitCodes) errors.push(required(at.child('exitCodes'), 'must be specified'));
    else {
      const operator = exitCodes.operator ?? '';
      if (!RULE_OPERATORS.includes(operator))
        errors.push(notSupported(at.child('exitCodes', 'operator'), operator, RULE_OPERATORS));
      const count = exitCodes.values?.length ?? 0;
      if (count > MAX_EXIT_CODES)
        errors.push(tooMany(at.child('exitCodes', 'values'), count, MAX_EXIT_CODES));
    }
  }
}

/** One host port of a protocol and address only once among the containers. Models AccumulateUniqueHostPorts. */
function checkHostPorts(errors: Errors, containers: readonly AnyContainer[], path: FieldPath): void {
  const taken = new Set<string>();
  for (const [i, { ports }] of containers.entries()) {
    for (const [j, { hostPort, hostIP = '', protocol = '' }] of (ports ?? []).entries()) {
      if (!hostPort) continue;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key))
        errors.push(duplicate(path.index(i).child('ports').index(j).child('hostPort'), key));
      taken.add(key);
    }
  }
}

/** The app containers; `path` is that of containers. */
export function checkContainers(check: PodCheck, path: FieldPath): void {
  const { errors } = check;
  const containers = check.spec.containers ?? [];
  if (containers.length === 0) return void errors.push(required(path));
  const names = new Set<string>();
  for (const [i, container] of containers.entries()) {
    const at = path.index(i);
    checkCommon(check, container, at);
    const name = container.name ?? '';
    if (names.has(name)) errors.push(duplicate(at.child('name'), name));
    names.add(name);
    if (container.lifecycle) checkLifecycle(check, container.lifecycle, at.child('lifecycle'));
    checkProbes(check, container, at);
    checkRestartRules(errors, container, at);
  }
  checkHostPorts(errors, containers, path);
}

const SIDECAR_ONLY = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function checkSidecarFields(check: PodCheck, container: Container, path: FieldPath): void {
  if (container.restartPolicy === 'Always') {
    if (container.lifecycle) checkLifecycle(check, container.lifecycle, path.child('lifecycle'));
    return checkProbes(check, container, path);
  }
  for (const name of SIDECAR_ONLY) {
    if (!container[name]) continue;
    check.errors.push(
      forbidden(path.child(name), 'may not be set for init containers without restartPolicy=Always'),
    );
  }
}

/** The init containers share names with the app containers; `path` is that of initContainers. */
export function checkInitContainers(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  if (!spec.initContainers) return;
  const names = new Set((spec.containers ?? []).map(({ name }) => name));
  for (const [i, container] of spec.initContainers.entries()) {
    const at = path.index(i);
    checkCommon(check, container, at);
    checkRestartRules(errors, container, at);
    if (names.has(container.name)) errors.push(duplicate(at.child('name'), container.name ?? ''));
    else if (container.name) names.add(container.name);
    // Upstream looks at one container at a time, so the index in the path is always 0.
    checkHostPorts(errors, [container], path);
    checkSidecarFields(check, container, at);
    if (container.restartPolicy === 'Always') continue;
    for (const [j, { restartPolicy }] of (container.resizePolicy ?? []).entries()) {
      if (restartPolicy !== 'RestartContainer') continue;
      const message = "must not be set to 'RestartContainer' for non-sidecar initContainers";
      errors.push(invalid(at.child('resizePolicy').index(j).child('restartPolicy'), restartPolicy, message));
    }
  }
}

const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

function isSet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.keys(value).length > 0;
}

function checkEphemeralFields(errors: Errors, container: EphemeralContainer, path: FieldPath): void {
  const message = 'cannot be set for an Ephemeral Container';
  for (const name of NOT_EPHEMERAL)
    if (isSet(container[name])) errors.push(forbidden(path.child(name), message));
  for (const [i, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
    const at = path.child('volumeMounts').index(i);
    if (subPath) errors.push(forbidden(at.child('subPath'), message));
    if (subPathExpr) errors.push(forbidden(at.child('subPathExpr'), message));
  }
}

/** `path` is that of ephemeralContainers. */
export function checkEphemeralContainers(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  if (!spec.ephemeralContainers?.length) return;
  const others = new Set(
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name),
  );
  const names = new Set(others);
  for (const [i, container] of spec.ephemeralContainers.entries()) {
    const at = path.index(i);
    checkCommon(check, container, at);
    checkImageBlanks(errors, container, at);
    if (names.has(container.name)) errors.push(duplicate(at.child('name'), container.name));
    names.add(container.name);
    const target = container.targetContainerName;
    if (target && !others.has(target)) errors.push(notFound(at.child('targetContainerName'), target));
    checkEphemeralFields(errors, container, at);
  }
}

/** What a Pod may not have and a template may: blanks around an image's name. */
export function checkImageBlanks(errors: Errors, container: AnyContainer, path: FieldPath): void {
  const image = container.image ?? '';
  if (image.length !== image.trim().length) {
    errors.push(invalid(path.child('image'), image, 'must not have leading or trailing whitespace'));
  }
}
