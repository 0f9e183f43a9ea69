import { RESOURCES } from '../../../api/resources.ts';
import type { ResourceName } from '../../../api/object.ts';
import type { Kind } from './kind.ts';
import { POD } from './pod/index.ts';

/** Kinds with rules of their own, one file each. */
const OWN: readonly Kind[] = [POD];

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
