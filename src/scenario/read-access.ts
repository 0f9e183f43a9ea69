import type { Json, JsonObject } from '../base/json.ts';
import type { Place, Read } from './checks.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  readBoolean,
  readDuration,
  readList,
  readObject,
  readOneOf,
  readText,
  required,
} from './checks.ts';
import type { Step } from './scenario.ts';
import { formatDuration } from './duration.ts';
import { ADMIN_USER, type ClusterUser, CREDENTIALS, userNames } from './user.ts';
import { type WebhookBehaviour, type WebhookSetup, REGISTRATION_KEYS } from './webhook.ts';

const BEHAVIOURS = ['inject', 'injectInit', 'requireLabel', 'refuseRegistry', 'deny', 'timeOut'] as const;
const WEBHOOK_KEYS = ['name', ...BEHAVIOURS, 'message', 'takes', 'service', ...REGISTRATION_KEYS];
const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** A name that is also an object's: what would otherwise be refused in the middle of a run. */
const readName: Read<string> = (value, place) => {
  const name = readText(value, place);
  if (name === undefined || NAME.test(name)) return name;
  return fail(place, 'must consist of lower case letters, digits, - and .');
};

const readService: Read<string> = (value, place) => {
  const text = readText(value, place);
  if (text === undefined || /^[^/]+\/[^/]+$/.test(text)) return text;
  return fail(place, 'must be NAMESPACE/NAME');
};

/** Reads one of a cluster's `users`. */
export const readUser: Read<ClusterUser> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  onlyKeys(object, ['name', 'groups', 'credential', 'namespace', 'role'], place);
  const name = required(object, 'name', place, readName);
  const namespace = optional(object, 'namespace', place, readName);
  const role = optional(object, 'role', place, readText);
  const credential = optional(object, 'credential', place, readOneOf(CREDENTIALS)) ?? 'certificate';
  if (name === ADMIN_USER) return fail(inside(place, 'name'), 'is the administrator, who is there already');
  if (role !== undefined && credential !== 'certificate')
    return fail(inside(place, 'role'), 'can only be bound to a user with a certificate');
  if (name === undefined) return undefined;
  return {
    name,
    groups: optional(object, 'groups', place, readList(readText)) ?? [],
    credential,
    ...(namespace === undefined ? {} : { namespace }),
    ...(role === undefined ? {} : { role }),
  };
};

/** The user as a file has it. */
export function userDocument({ name, groups, credential, namespace, role }: ClusterUser): JsonObject {
  return {
    name,
    ...(groups.length === 0 ? {} : { groups }),
    ...(credential === 'certificate' ? {} : { credential }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(role === undefined ? {} : { role }),
  };
}

/** Notes every step that switches to nobody there is. */
export function checkUsers(
  steps: readonly Step[],
  users: readonly ClusterUser[],
  place: Place,
): readonly Step[] {
  const names = userNames(users);
  for (const [index, step] of steps.entries())
    if (step.kind === 'user' && !names.includes(step.name))
      fail(
        inside(inside(place, index), 'user'),
        `no user has the name ${JSON.stringify(step.name)}; there are ${names.join(', ')}`,
      );
  return steps;
}

function readBehaviour(
  object: JsonObject,
  key: (typeof BEHAVIOURS)[number],
  place: Place,
): WebhookBehaviour | undefined {
  switch (key) {
    case 'inject':
    case 'injectInit': {
      const container = required(object, key, place, readObject);
      const name =
        container === undefined ? undefined : required(container, 'name', inside(place, key), readText);
      const into = key === 'inject' ? 'containers' : 'initContainers';
      return container === undefined || name === undefined ? undefined : { kind: 'inject', container, into };
    }
    case 'requireLabel': {
      const label = required(object, key, place, readText);
      return label === undefined ? undefined : { kind: 'require-label', label };
    }
    case 'refuseRegistry': {
      const registry = required(object, key, place, readText);
      return registry === undefined ? undefined : { kind: 'refuse-registry', registry };
    }
    case 'deny':
    case 'timeOut': {
      if (required(object, key, place, readBoolean) === false)
        return fail(inside(place, key), 'must be true');
      return { kind: key === 'deny' ? 'deny' : 'time-out' };
    }
  }
}

/** Reads one of a cluster's `webhooks`, or a `webhook` step's value. */
export const readWebhook: Read<WebhookSetup> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  onlyKeys(object, WEBHOOK_KEYS, place);
  const name = required(object, 'name', place, readName);
  const keys = BEHAVIOURS.filter((key) => Object.hasOwn(object, key));
  const [key] = keys;
  if (key === undefined || keys.length > 1)
    return fail(place, `needs exactly one of ${BEHAVIOURS.join(', ')}`);
  const behaviour = readBehaviour(object, key, place);
  const message = optional(object, 'message', place, readText);
  const takesUs = optional(object, 'takes', place, readDuration);
  const service = optional(object, 'service', place, readService);
  if (name === undefined || behaviour === undefined) return undefined;
  return {
    name,
    behaviour,
    ...(message === undefined ? {} : { message }),
    ...(takesUs === undefined ? {} : { takesUs }),
    ...(service === undefined ? {} : { service }),
    registration: registrationOf(object),
  };
};

function registrationOf(object: JsonObject): JsonObject {
  const given = REGISTRATION_KEYS.filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries(given.map((key) => [key, object[key] as Json]));
}

/** The webhook as a file has it. */
export function webhookDocument(webhook: WebhookSetup): JsonObject {
  const { name, behaviour, message, takesUs, service, registration } = webhook;
  return {
    name,
    ...behaviourDocument(behaviour),
    ...(message === undefined ? {} : { message }),
    ...(takesUs === undefined ? {} : { takes: formatDuration(takesUs) }),
    ...(service === undefined ? {} : { service }),
    ...registration,
  };
}

function behaviourDocument(behaviour: WebhookBehaviour): JsonObject {
  switch (behaviour.kind) {
    case 'inject':
      return { [behaviour.into === 'containers' ? 'inject' : 'injectInit']: behaviour.container };
    case 'require-label':
      return { requireLabel: behaviour.label };
    case 'refuse-registry':
      return { refuseRegistry: behaviour.registry };
    case 'deny':
      return { deny: true };
    case 'time-out':
      return { timeOut: true };
  }
}
