import { RESOURCES } from '../../../api/resources.ts';
import type { ResourceName } from '../../../api/object.ts';
import type { Kind } from './kind.ts';
import { CONFIG_MAP } from './config-map.ts';
import { CRON_JOB } from './cron-job/index.ts';
import { DAEMON_SET } from './daemon-set/index.ts';
import { DEPLOYMENT } from './deployment/index.ts';
import { EVENT, EVENTS_EVENT } from './event.ts';
import { JOB } from './job/index.ts';
import { LEASE } from './lease.ts';
import { NAMESPACE } from './namespace.ts';
import { NODE } from './node.ts';
import { POD } from './pod/index.ts';
import { REPLICA_SET } from './replica-set.ts';
import { SECRET } from './secret.ts';
import { SERVICE_ACCOUNT } from './service-account.ts';
import { SERVICE } from './service/index.ts';
import { STATEFUL_SET } from './stateful-set/index.ts';

/** Kinds with rules of their own, one file each. */
const OWN: readonly Kind[] = [
  POD,
  NODE,
  NAMESPACE,
  EVENT,
  EVENTS_EVENT,
  SERVICE_ACCOUNT,
  SERVICE,
  CONFIG_MAP,
  SECRET,
  LEASE,
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  DAEMON_SET,
  JOB,
  CRON_JOB,
];

const own = new Map<ResourceName, Kind>(OWN.map((kind) => [kind.resource, kind]));

/** Every served kind; one without a file of its own is stored with ObjectMeta's rules only. */
export const KINDS: ReadonlyMap<ResourceName, Kind> = new Map(
  RESOURCES.map(({ key, kind, apiVersion, namespaced, subresources }) => [
    key,
    own.get(key) ?? {
      resource: key,
      kind,
      apiVersion,
      namespaced,
      subresources: subresources.includes('status') ? { status: {} } : {},
    },
  ]),
);
