import type { Pod } from '../../../api/generated/types.ts';
import { isMirrorPod, isStaticPod, podUid } from './pod.ts';

// Models pkg/kubelet/pod/pod_manager.go (1.36).

/** The Pods the kubelet is to run, from all sources, and the mirrors of the static ones. */
export class PodManager {
  private readonly pods = new Map<string, Pod>();
  private readonly mirrors = new Map<string, Pod>();

  set(pod: Pod): void {
    if (isMirrorPod(pod)) this.mirrors.set(fullName(pod), pod);
    else this.pods.set(podUid(pod), pod);
  }

  remove(pod: Pod): void {
    if (!isMirrorPod(pod)) this.pods.delete(podUid(pod));
    else if (this.mirrors.get(fullName(pod))?.metadata.uid === pod.metadata.uid)
      this.mirrors.delete(fullName(pod));
  }

  get(uid: string): Pod | undefined {
    return this.pods.get(uid);
  }

  byName(namespace: string, name: string): Pod | undefined {
    for (const pod of this.pods.values()) {
      if (pod.metadata.name === name && pod.metadata.namespace === namespace) return pod;
    }
    return undefined;
  }

  mirrorOf(pod: Pod): Pod | undefined {
    return isStaticPod(pod) ? this.mirrors.get(fullName(pod)) : undefined;
  }

  /** The static Pod that a mirror shows. */
  staticOf(mirror: Pod): Pod | undefined {
    const { name, namespace } = mirror.metadata;
    for (const pod of this.pods.values()) {
      if (isStaticPod(pod) && pod.metadata.name === name && pod.metadata.namespace === namespace) return pod;
    }
    return undefined;
  }

  /** Mirrors whose static Pod is gone. */
  orphanMirrors(): Pod[] {
    return [...this.mirrors.values()].filter((mirror) => this.staticOf(mirror) === undefined);
  }

  list(): Pod[] {
    return [...this.pods.values()];
  }

  uids(): Set<string> {
    return new Set(this.pods.keys());
  }

  clear(): void {
    this.pods.clear();
    this.mirrors.clear();
  }
}

function fullName(pod: Pod): string {
  return `${pod.metadata.name}_${pod.metadata.namespace}`;
}
