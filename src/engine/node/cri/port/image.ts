import type { CriCall } from './error.ts';

/** Credentials for one registry, from a pull secret or the node's own configuration. */
export interface AuthConfig {
  readonly registry: string;
  readonly username: string;
  readonly password: string;
}

export interface CriImage {
  /** Config digest: `sha256:…`. */
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  readonly sizeBytes: number;
  /** The image's own user: numeric uid, or a name, or neither (root). */
  readonly uid: number | undefined;
  readonly username: string;
  /** Nobody knows its user: the one that a Pod asks for will do. Not part of the real CRI. */
  readonly guessed: boolean;
  readonly pinned: boolean;
}

/** The image half of the CRI. */
export interface ImageService {
  listImages(): CriCall<readonly CriImage[]>;
  /** Undefined when the image is not there. */
  imageStatus(image: string): CriCall<CriImage | undefined>;
  /** Answers the image's id. */
  pullImage(image: string, auth: AuthConfig | undefined, podUid: string): CriCall<string>;
  removeImage(image: string): CriCall;
  imageFsInfo(): CriCall<{ readonly usedBytes: number; readonly capacityBytes: number }>;
}
