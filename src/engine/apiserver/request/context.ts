import type { ResourceName } from '../../../api/object.ts';
import type { Resource } from '../../../api/resources.ts';
import { formatTime } from '../../../api/time.ts';
import type { Random } from '../../../base/rng.ts';
import type { StageName, StageVerdict, FieldChange } from '../../../trace/kinds/request.ts';
import type { RecordKinds } from '../../../trace/record.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import { type Syscall, sleepFor } from '../../kernel/task.ts';
import type { ApiRequest, Client, Identity, RequestOptions } from '../../machinery/client.ts';
import type { WebhookBackend } from '../admission/common/webhook-backend.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { Kind, StrategyContext } from '../kinds/kind.ts';
import type { UserInfo } from './user.ts';

/** What the whole server shares. */
export interface ServerContext {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly etcd: Etcd;
  /** The server's own client, for what admission plugins write. */
  loopback(): Client;
  readonly authorize: Authorizer;
  /** Programs behind webhooks, by `NAMESPACE/SERVICE` or URL. */
  readonly webhooks: ReadonlyMap<string, WebhookBackend>;
}

const NO_OPTIONS: RequestOptions = {};

/** What else there is to say of a stage. */
interface More {
  readonly plugin?: string;
  readonly note?: string;
  readonly changes?: readonly FieldChange[];
}

const NO_MORE: More = {};

/** One request on its way through the pipeline. */
export class RequestContext {
  readonly id: number;
  readonly server: ServerContext;
  readonly identity: Identity;
  readonly request: ApiRequest;
  readonly resource: Resource;
  readonly kind: Kind;
  /** Who it is, once authentication has passed. */
  user: UserInfo;
  /** Texts of the Warning headers, in order, each once. */
  readonly warnings: string[] = [];
  private strategyContext: StrategyContext | undefined;

  constructor(
    server: ServerContext,
    id: number,
    call: { identity: Identity; request: ApiRequest; resource: Resource; kind: Kind },
  ) {
    this.server = server;
    this.id = id;
    this.identity = call.identity;
    this.request = call.request;
    this.resource = call.resource;
    this.kind = call.kind;
    this.user = { name: call.identity.user, groups: call.identity.groups };
  }

  get options(): RequestOptions {
    return this.request.options ?? NO_OPTIONS;
  }

  get resourceName(): ResourceName {
    return this.resource.key;
  }

  get namespace(): string {
    return this.request.namespace;
  }

  get name(): string {
    return this.request.name;
  }

  get subresource(): string {
    return this.request.subresource ?? '';
  }

  get dryRun(): boolean {
    return this.options.dryRun === true;
  }

  /** `Deployment.apps`: how an Invalid names the kind. */
  get groupKind(): string {
    return this.resource.group === '' ? this.resource.kind : `${this.resource.kind}.${this.resource.group}`;
  }

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  /** The cluster's clock, RFC 3339 with whole seconds. */
  now(): string {
    return formatTime(this.server.kernel.unixUs());
  }

  random(stream: string): Random {
    return this.server.kernel.random(`kube-apiserver/${stream}`);
  }

  /** What strategy hooks may know. */
  strategy(): StrategyContext {
    this.strategyContext ??= new RequestStrategy(this);
    return this.strategyContext;
  }

  /** What a stage yields: its time. */
  stageTime(): Syscall {
    return sleepFor(this.server.settings.apiStageUs);
  }

  /** Whether stages are recorded, so that what they changed is worth finding out. */
  get observed(): boolean {
    return this.server.kernel.records(3);
  }

  /** Records what a stage concluded. */
  stage(stage: StageName, verdict: StageVerdict, more: More = NO_MORE): void {
    if (!this.observed) return;
    const request = this.id;
    const { plugin, note, changes } = more;
    let data: RecordKinds['request.stage'];
    // Most records of all are these: as literals they cost a fraction of a spread, and take less room.
    if (changes !== undefined) data = { request, stage, verdict, ...more };
    else if (plugin === undefined)
      data = note === undefined ? { request, stage, verdict } : { request, stage, verdict, note };
    else if (note === undefined) data = { request, stage, verdict, plugin };
    else data = { request, stage, verdict, plugin, note };
    this.server.kernel.record('kube-apiserver', 'request.stage', data);
  }
}

/** The request as strategy hooks see it, from the moment the first of them asks. */
class RequestStrategy implements StrategyContext {
  readonly now: string;
  readonly unixUs: number;
  readonly user: string;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
  readonly store: Etcd;
  private readonly rc: RequestContext;

  constructor(rc: RequestContext) {
    this.now = rc.now();
    this.unixUs = rc.server.kernel.unixUs();
    this.user = rc.user.name;
    this.groups = rc.user.groups;
    this.dryRun = rc.dryRun;
    this.store = rc.server.etcd;
    this.rc = rc;
  }

  random(stream: string): Random {
    return this.rc.random(stream);
  }

  uid(): string {
    return this.rc.server.kernel.uid();
  }
}
