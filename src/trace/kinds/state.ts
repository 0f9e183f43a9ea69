import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { Seq } from '../ids.ts';

/** State: every version of every object, whole, frozen, sharing structure with the one before. */
export interface StateKinds {
  'object.put': {
    readonly resource: ResourceName;
    /** '' for cluster-scoped kinds. */
    readonly namespace: string;
    readonly name: string;
    /** etcd's revision of this write. */
    readonly rev: number;
    readonly object: KubeObject;
    /** The record that held the version before; absent when this write created the object. */
    readonly prevSeq?: Seq;
    /** The request that wrote it. */
    readonly request?: number;
  };
  'object.delete': {
    readonly resource: ResourceName;
    readonly namespace: string;
    readonly name: string;
    readonly rev: number;
    /** The last version. */
    readonly object: KubeObject;
    readonly prevSeq?: Seq;
    readonly request?: number;
  };
}
