import { type Result, err, ok } from '../../../base/result.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, sleep, wait, waitUpTo } from '../../kernel/task.ts';
import { netnsPath } from '../cni/cni.ts';
import type { ProcessHandle, Stream } from '../oci/shapes.ts';
import type { CriCall, GrpcError } from './port/error.ts';
import type { ExecSyncResponse, SandboxConnection, StreamIo } from './port/runtime.ts';
import type { CriState } from './state.ts';
import type { Container, Sandbox } from './stores.ts';
import { inputStream, outputStream } from './streams.ts';

// Models containerd internal/cri/server/container_exec*.go, container_attach.go and sandbox_portforward_linux.go.

export class ExecServer {
  private readonly state: CriState;

  constructor(state: CriState) {
    this.state = state;
  }

  *execSync(id: string, command: readonly string[], timeoutSeconds: number): CriCall<ExecSyncResponse> {
    const output = { stdout: '', stderr: '' };
    const sink = (name: 'stdout' | 'stderr'): Stream => ({ write: (text) => (output[name] += text) });
    const started = yield* this.launch(id, command, { stdout: sink('stdout'), stderr: sink('stderr') });
    if (!started.ok) return started;
    const { done } = started.value;
    const status = timeoutSeconds > 0 ? yield* waitUpTo(done, timeoutSeconds * 1_000_000) : yield* wait(done);
    if (status === TIMED_OUT) {
      started.value.kill('SIGKILL');
      return fail(
        `failed to exec in container: timeout ${timeoutSeconds}s exceeded: context deadline exceeded`,
        'DeadlineExceeded',
      );
    }
    return ok({ ...output, exitCode: status.code });
  }

  private *launch(
    id: string,
    command: readonly string[],
    streams: { readonly stdin?: Stream; readonly stdout: Stream; readonly stderr: Stream },
  ): Task<Result<ProcessHandle, GrpcError>> {
    const before = this.running(id);
    if (!before.ok) return before;
    yield* sleep(this.state.takes('execUs'));
    const found = this.running(id);
    if (!found.ok) return found;
    const started = found.value.oci.exec(command, streams);
    if (started.ok) return started;
    return fail(
      `failed to exec in container: failed to start exec "${this.state.options.kernel.hexId(64)}": ${started.error}`,
    );
  }

  /** A container that a process can join; asked before the process is made, and again when it is to start. */
  private running(id: string): Result<Container, GrpcError> {
    const container = this.state.containers.get(id);
    if (container === undefined)
      return fail(`failed to exec in container: failed to find container "${id}": not found`, 'NotFound');
    if (container.state !== 'RUNNING')
      return fail(`failed to exec in container: container is in CONTAINER_${container.state} state`);
    if (container.oci.done?.settled !== true) return ok(container);
    // Its first process is gone, but the record does not say so yet.
    return fail(
      `failed to exec in container: failed to create exec "${this.state.options.kernel.hexId(64)}": task ${id} not found`,
      'NotFound',
    );
  }

  *exec(id: string, command: readonly string[], io: StreamIo): CriCall<number> {
    const foreground: { process?: ProcessHandle } = {};
    const interrupt = (): void => {
      io.write('stdout', '^C');
      foreground.process?.interrupt();
    };
    const input =
      io.stdin === undefined
        ? undefined
        : inputStream(this.state.options.kernel, io.stdin, io.tty ? interrupt : undefined);
    const streams = {
      stdout: outputStream(io, 'stdout'),
      stderr: outputStream(io, 'stderr'),
      ...(input === undefined ? {} : { stdin: input.stream }),
    };
    const started = yield* this.launch(id, command, streams);
    if (!started.ok) {
      input?.pump.cancel();
      return started;
    }
    foreground.process = started.value;
    const off = io.gone?.subscribe(() => started.value.kill('SIGHUP'));
    const { done } = started.value;
    const ended = new Future();
    done.subscribe(() => ended.resolve());
    io.gone?.subscribe(() => ended.resolve());
    yield* wait(ended);
    off?.();
    input?.pump.cancel();
    return ok(done.settled ? done.value().code : 137);
  }

  *attach(id: string, io: StreamIo): CriCall<number> {
    const container = this.state.containers.get(id);
    if (container === undefined)
      return fail(`failed to attach container: failed to find container "${id}": not found`, 'NotFound');
    // Of a process that has ended nothing comes any more, also before the record says so.
    const state = container.oci.done?.settled === true ? 'EXITED' : container.state;
    if (state !== 'RUNNING')
      return fail(`failed to attach container: container is in CONTAINER_${state} state`);
    const watcher = (stream: 'stdout' | 'stderr', text: string): void => io.write(stream, text);
    container.watchers.add(watcher);
    const over = new Future();
    const offs = [container.ended.subscribe(() => over.resolve()), io.gone?.subscribe(() => over.resolve())];
    const typing = this.forward(container, io);
    yield* wait(over);
    for (const off of offs) off?.();
    typing?.cancel();
    container.watchers.delete(watcher);
    if (container.config.stdinOnce && io.stdin !== undefined) container.stdin?.send(null);
    return ok(container.exitCode);
  }

  /** What the caller types goes to the container's standard input; its end closes that of a container that takes it once. */
  private forward({ stdin, config }: Container, io: StreamIo): TaskHandle<void> | undefined {
    const { stdin: source } = io;
    if (stdin === undefined || source === undefined) return undefined;
    return this.state.options.kernel.spawn(
      (function* (): Task {
        for (;;) {
          const text = yield* source.receive();
          if (text !== null || config.stdinOnce) stdin.send(text);
          if (text === null) return;
        }
      })(),
    );
  }

  *portForward(sandbox: Sandbox, port: number): CriCall<SandboxConnection> {
    const { network } = this.state.options.machine;
    const connected = yield* network.connect(sandbox.ns, { host: '127.0.0.1', port });
    if (!connected.ok) {
      const where = netnsPath(sandbox.id);
      const refused = `IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `;
      return fail(
        `failed to execute portforward in network namespace "${where}": failed to connect to localhost:${port} inside namespace "${sandbox.id}", ${refused}`,
      );
    }
    const connection = connected.value;
    return ok({
      send(message) {
        const sent = connection.send(message as never);
        return sent.ok ? sent : fail(`connection ${sent.error}`);
      },
      *receive(): CriCall<unknown> {
        const answer = yield* connection.receive();
        return answer.ok ? ok(answer.value) : fail(`connection ${answer.error}`);
      },
      close: () => connection.close(),
    });
  }
}

function fail(message: string, code: GrpcError['code'] = 'Unknown'): Result<never, GrpcError> {
  return err({ code, message });
}
