import type { TrackedAuth } from './credentials.ts';
import { repositoryOf } from './image-name.ts';

// Models pkg/kubelet/images/pullmanager (1.36) with the policy NeverVerifyPreloadedImages.

interface RepositoryRecord {
  /** Pulled without a Pod's credentials: open to all. */
  nodeWide: boolean;
  readonly secrets: {
    readonly uid: string;
    readonly namespace: string;
    readonly name: string;
    readonly hash: string;
  }[];
}

/** Remembers with whose credentials each image came to the node. Lives on the node's disk: survives the kubelet. */
export class PullRecords {
  private readonly byImage = new Map<string, Map<string, RepositoryRecord>>();

  /** Whether a present image must be pulled again, because these credentials were not used for it. */
  mustPull(image: string, imageRef: string, credentials: readonly TrackedAuth[]): boolean {
    const record = this.byImage.get(imageRef);
    if (record === undefined) return false;
    const repository = record.get(repositoryOf(image));
    if (repository === undefined) return true;
    if (repository.nodeWide) return false;
    return !credentials.some(({ secret, hash }) =>
      repository.secrets.some(
        (known) =>
          known.hash === hash ||
          (known.uid === secret.uid && known.namespace === secret.namespace && known.name === secret.name),
      ),
    );
  }

  pulled(image: string, imageRef: string, used: TrackedAuth | undefined): void {
    let record = this.byImage.get(imageRef);
    if (record === undefined) {
      record = new Map();
      this.byImage.set(imageRef, record);
    }
    const key = repositoryOf(image);
    let repository = record.get(key);
    if (repository === undefined) {
      repository = { nodeWide: false, secrets: [] };
      record.set(key, repository);
    }
    if (used === undefined) repository.nodeWide = true;
    else repository.secrets.push({ ...used.secret, hash: used.hash });
  }

  removed(imageRef: string): void {
    this.byImage.delete(imageRef);
  }
}
