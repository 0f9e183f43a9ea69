import { type ApiStatus, failure, newInternalError } from '../../../api/status.ts';
import { Channel, Future, type Task } from '../../kernel/task.ts';
import type { ApiError, ApiRequest, Client, StatusError, StreamEnd } from '../../machinery/client.ts';
import { isTrue } from '../../apiserver/request/raw-path.ts';
import { CLOSE, ERROR, STDERR, STDIN, STDOUT, type Upgrade } from './exchange.ts';
import { LineDiscipline, forTerminal } from './line-discipline.ts';

const SUCCESS = { metadata: {}, status: 'Success' };

/** exec or attach as an outside client sees it. Models util/wsstream and the kubelet's error channel. */
export class UpgradedCall {
  readonly gone = new Future();
  private readonly client: Client;
  private readonly upgrade: Upgrade;
  private readonly stdin = new Channel<string | null>();
  /** What is between the caller's keys and the process, where it has a terminal. */
  private terminal: LineDiscipline | undefined;

  constructor(client: Client, upgrade: Upgrade) {
    this.client = client;
    this.upgrade = upgrade;
  }

  /** What the caller sent down a channel. */
  receive(channel: number, text: string): void {
    if (channel === STDIN) {
      if (this.terminal === undefined) this.stdin.send(text);
      else this.terminal.type(text);
    }
    if (channel === CLOSE && text.charCodeAt(0) === STDIN) this.stdin.send(null);
  }

  *run(request: ApiRequest): Task {
    let accepted = false;
    const { upgrade } = this;
    const { stdin, tty } = request.options?.params ?? {};
    const say = (text: string): void => upgrade.send(STDOUT, forTerminal(text));
    if (isSet(tty)) this.terminal = new LineDiscipline(say, (line) => this.stdin.send(line));
    const connecting = this.client.connect(request, {
      sink: {
        write(stream, text) {
          if (isSet(tty)) say(text);
          else upgrade.send(stream === 'stdout' ? STDOUT : STDERR, text);
        },
      },
      ...(isSet(stdin) ? { stdin: this.stdin } : {}),
      gone: this.gone,
      upgraded() {
        accepted = true;
        upgrade.accept();
      },
    });
    if (connecting === undefined) return upgrade.refuse(failure(501, 'InternalError', 'no streams'));
    const ended = yield* connecting;
    if (!ended.ok && !accepted) return upgrade.refuse(statusOf(ended.error) as ApiStatus);
    upgrade.send(ERROR, JSON.stringify(ended.ok ? endStatus(ended.value) : statusOf(ended.error)));
    upgrade.end();
  }
}

/** A switch of the query. */
function isSet(value: string | readonly string[] | undefined): boolean {
  return typeof value === 'string' && isTrue(value);
}

/** What comes down the error channel. Models remotecommand.NewStatusError. */
function endStatus({ exit = 0, error, refused }: StreamEnd): object {
  if (error !== undefined) return error;
  // Models translator: what the kubelet refuses is told down the connection that stands by then.
  if (refused !== undefined) return newInternalError(`unable to upgrade connection: ${refused.message}`);
  if (exit === 0) return SUCCESS;
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exit}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exit) }] },
  };
}

/** An error as the Status that an HTTP client is answered. */
export function statusOf(error: ApiError): StatusError | ApiStatus {
  return error.kind === 'Status'
    ? error
    : failure(503, 'ServiceUnavailable', `the API server is away: ${error.message}`);
}
