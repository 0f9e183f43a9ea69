import { formatMicroTime } from '../../../api/time.ts';
import type { Json } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../../engine/workloads/program.ts';
import { fail, out, writeAll } from '../../../engine/workloads/toolbox/io.ts';
import { CommandError } from '../../kubectl/errors.ts';
import { GoTemplate } from '../../kubectl/printers/template/execute.ts';
import type { NodeConsole, NodeContainer } from '../port.ts';
import { runElsewhere } from '../remote.ts';
import { crictlTable, humanDuration, humanSize } from '../units.ts';
import { CHANGES } from './changes.ts';
import { type Asked, askedOf } from './flags.ts';
import { inspectContainer, inspectImage, inspectSandbox } from './inspect.ts';

const SOCKET_GONE =
  'FATA[0000] validate service connection: validate CRI v1 runtime API for endpoint "unix:///run/containerd/containerd.sock": rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory" ';

const short = (id: string): string => id.replace(/^sha256:/, '').slice(0, 13);
const STATES = { CREATED: 'Created', RUNNING: 'Running', EXITED: 'Exited', UNKNOWN: 'Unknown' } as const;

/** `crictl`: containerd over its CRI socket. Models cri-tools 1.36 cmd/crictl; what changes things is in changes.ts. */
export function crictl(node: NodeConsole): Program {
  const verbs: Readonly<Record<string, (sys: Syscalls, asked: Asked) => Task<number>>> = {
    ps: (sys, asked) => listContainers(sys, node, asked),
    pods: (sys, asked) => listSandboxes(sys, node, asked),
    images: (sys, asked) => listImages(sys, node, asked),
    img: (sys, asked) => listImages(sys, node, asked),
    image: (sys, asked) => listImages(sys, node, asked),
    inspect: (sys, asked) => show(sys, asked, 'container', node.containers(), inspectContainer),
    inspectp: (sys, asked) => show(sys, asked, 'pod sandbox', node.sandboxes(), inspectSandbox),
    inspecti: (sys, asked) => showImage(sys, node, asked),
    logs: (sys, asked) => logs(sys, node, asked),
    exec: (sys, asked) => exec(sys, node, asked),
    version: (sys) => version(sys),
    ...Object.fromEntries(
      Object.entries(CHANGES).map(([name, change]) => [
        name,
        (sys: Syscalls, asked: Asked) => change(sys, node, asked),
      ]),
    ),
  };
  return function* (sys: Syscalls): Task<number> {
    const asked = askedOf(sys.argv.slice(1));
    const verb = verbs[asked.verb];
    if (asked.verb === '')
      return yield* fail(sys, `crictl: verbs that are simulated: ${Object.keys(verbs).join(', ')}`, 0);
    if (verb === undefined) return yield* fail(sys, `crictl ${asked.verb} is not simulated`);
    if (!node.units().some(({ name, active }) => name === 'containerd' && active))
      return yield* fail(sys, SOCKET_GONE);
    return yield* verb(sys, asked);
  };
}

function* listContainers(sys: Syscalls, node: NodeConsole, asked: Asked): Task<number> {
  const now = sys.unixUs();
  const state = asked.text('state', 's').toUpperCase();
  const wanted = node
    .containers()
    .filter((container) =>
      state === '' ? asked.has('all', 'a') || container.state === 'RUNNING' : container.state === state,
    )
    .filter(({ name }) => matches(name, asked.text('name')))
    .filter(({ sandbox }) => sandbox.id.startsWith(asked.text('pod', 'p')))
    .sort((a, b) => b.createdUs - a.createdUs);
  if (asked.has('quiet', 'q')) {
    yield* out(sys, wanted.map(({ id }) => `${id}\n`).join(''));
    return 0;
  }
  const rows = wanted.map((container) => [
    short(container.id),
    short(container.imageId),
    `${humanDuration(now - container.createdUs)} ago`,
    STATES[container.state],
    container.name,
    String(container.attempt),
    short(container.sandbox.id),
    container.sandbox.name,
    container.sandbox.namespace,
  ]);
  const head = ['CONTAINER', 'IMAGE', 'CREATED', 'STATE', 'NAME', 'ATTEMPT', 'POD ID', 'POD', 'NAMESPACE'];
  yield* out(sys, crictlTable([head, ...rows]));
  return 0;
}

function* listSandboxes(sys: Syscalls, node: NodeConsole, asked: Asked): Task<number> {
  const now = sys.unixUs();
  const state = asked.text('state', 's').toLowerCase();
  const wanted = node
    .sandboxes()
    .filter(({ ready }) => state === '' || (state === 'ready') === ready)
    .filter(({ name }) => matches(name, asked.text('name')))
    .filter(({ namespace }) => matches(namespace, asked.text('namespace')))
    .sort((a, b) => b.createdUs - a.createdUs);
  if (asked.has('quiet', 'q')) {
    yield* out(sys, wanted.map(({ id }) => `${id}\n`).join(''));
    return 0;
  }
  const rows = wanted.map((sandbox) => [
    short(sandbox.id),
    `${humanDuration(now - sandbox.createdUs)} ago`,
    sandbox.ready ? 'Ready' : 'NotReady',
    sandbox.name,
    sandbox.namespace,
    String(sandbox.attempt),
    sandbox.runtimeHandler === '' ? '(default)' : sandbox.runtimeHandler,
  ]);
  yield* out(
    sys,
    crictlTable([['POD ID', 'CREATED', 'STATE', 'NAME', 'NAMESPACE', 'ATTEMPT', 'RUNTIME'], ...rows]),
  );
  return 0;
}

function* listImages(sys: Syscalls, node: NodeConsole, asked: Asked): Task<number> {
  const rows = node.images().flatMap(({ id, repoTags, sizeBytes }) =>
    (repoTags.length === 0 ? ['<none>:<none>'] : repoTags).map((tag) => {
      const colon = tag.lastIndexOf(':');
      return [tag.slice(0, colon), tag.slice(colon + 1), short(id), humanSize(sizeBytes)];
    }),
  );
  if (asked.has('quiet', 'q')) {
    yield* out(
      sys,
      node
        .images()
        .map(({ id }) => `${id}\n`)
        .join(''),
    );
    return 0;
  }
  const sorted = rows.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
  yield* out(sys, crictlTable([['IMAGE', 'TAG', 'IMAGE ID', 'SIZE'], ...sorted]));
  return 0;
}

/** A filter of crictl: a regular expression, taken as the text it usually is. */
const matches = (value: string, wanted: string): boolean => value.includes(wanted.replace(/^\^|\$$/g, ''));

function* show<T extends { readonly id: string }>(
  sys: Syscalls,
  asked: Asked,
  what: string,
  all: readonly T[],
  inspect: (one: T) => unknown,
): Task<number> {
  const { args } = asked;
  if (args.length === 0) return yield* fail(sys, 'FATA[0000] ID cannot be empty                           ');
  for (const id of args) {
    const found = all.filter((one) => one.id.startsWith(id));
    const [one] = found;
    if (one === undefined || found.length > 1)
      return yield* fail(
        sys,
        `E getting status for ${JSON.stringify(id)}: rpc error: code = NotFound desc = an error occurred when try to find ${what === 'container' ? 'container' : 'sandbox'} "${id}": not found`,
      );
    yield* out(sys, rendered(inspect(one) as Json, asked));
  }
  return 0;
}

/** As JSON, or through a Go template. */
function rendered(data: Json, asked: Asked): string {
  if (asked.text('output', 'o') !== 'go-template') return `${JSON.stringify(data, null, 2)}\n`;
  try {
    return `${new GoTemplate(asked.text('template')).text(data)}\n`;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `FATA[0000] ${error.message}\n`;
  }
}

function* showImage(sys: Syscalls, node: NodeConsole, { args: [name = ''] }: Asked): Task<number> {
  const found = node
    .images()
    .find(
      ({ id, repoTags }) =>
        id.replace(/^sha256:/, '').startsWith(name) || repoTags.some((tag) => tag.endsWith(name)),
    );
  if (found === undefined)
    return yield* fail(sys, `FATA[0000] no such image "${name}" present                `);
  yield* out(sys, `${JSON.stringify(inspectImage(found), null, 2)}\n`);
  return 0;
}

function* oneContainer(
  sys: Syscalls,
  node: NodeConsole,
  id: string | undefined,
): Task<NodeContainer | undefined> {
  if (id === undefined) {
    yield* fail(sys, 'FATA[0000] ID cannot be empty                           ');
    return undefined;
  }
  const found = node.containers().find((container) => container.id.startsWith(id));
  if (found === undefined)
    yield* fail(
      sys,
      `FATA[0000] rpc error: code = NotFound desc = an error occurred when try to find container "${id}": not found `,
    );
  return found;
}

function* logs(sys: Syscalls, node: NodeConsole, asked: Asked): Task<number> {
  const container = yield* oneContainer(sys, node, asked.args[0]);
  if (container === undefined) return 1;
  const tail = asked.text('tail');
  const lines =
    tail === '' || tail === '-1' ? container.log : container.log.slice(-Number(tail) || container.log.length);
  const stamps = asked.has('timestamps', 't');
  for (const { atUnixUs, stream, text, partial } of lines) {
    const stamp = stamps ? `${formatMicroTime(atUnixUs)} ` : '';
    yield* writeAll(sys, stream === 'stdout' ? 1 : 2, `${stamp}${text}${partial ? '' : '\n'}`);
  }
  return 0;
}

function* exec(sys: Syscalls, node: NodeConsole, asked: Asked): Task<number> {
  const [id, ...command] = asked.args;
  const container = yield* oneContainer(sys, node, id);
  if (container === undefined) return 1;
  if (container.pid === undefined)
    return yield* fail(
      sys,
      `FATA[0000] execing command in container: rpc error: code = Unknown desc = container is in CONTAINER_${container.state} state `,
    );
  const { pid } = container;
  const tty = asked.has('tty', 't') && sys.isTerminal(0);
  return yield* runElsewhere(sys, tty, (streams) => node.enter(pid, command, streams));
}

function* version(sys: Syscalls): Task<number> {
  yield* out(
    sys,
    'Version:  0.1.0\nRuntimeName:  containerd\nRuntimeVersion:  v2.1.9\nRuntimeApiVersion:  v1\n',
  );
  return 0;
}
