import type { Result } from '../../../base/result.ts';
import type { FileSystem } from '../vfs/port.ts';

/** The image's OCI config, as far as a runtime reads it. */
export interface ImageConfig {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  /** `NAME=value`, in order. */
  readonly env: readonly string[];
  /** '' is root; a name or uid, with `:group`. */
  readonly user: string;
  readonly workingDir: string;
  /** `80/tcp` */
  readonly exposedPorts: readonly string[];
  /** '' is SIGTERM. */
  readonly stopSignal: string;
  readonly volumes: readonly string[];
  readonly architecture: 'amd64' | 'arm64';
  readonly os: 'linux';
}

export interface ImageLayer {
  /** `sha256:…` of the compressed blob. */
  readonly digest: string;
  readonly sizeBytes: number;
}

/** One image of one platform. */
export interface Image {
  /** Repository in full: `docker.io/library/nginx`. */
  readonly repository: string;
  /** The tag it was found under. */
  readonly tag: string;
  readonly manifestDigest: string;
  /** The image id. */
  readonly configDigest: string;
  readonly config: ImageConfig;
  readonly layers: readonly ImageLayer[];
  /** Sum of the layers: what the kubelet prints as image size. */
  readonly sizeBytes: number;
  /** The image's files. Executables carry their program. One shared tree: containers get copy-on-write copies. */
  rootfs(): FileSystem;
  /** Where its behaviour comes from: our catalogue, the scenario, or a guess from the name (the UI says so). */
  readonly fidelity: 'catalogue' | 'scenario' | 'guessed';
  /** A guessed image: the file that is run for every program it does not have. */
  readonly standIn?: string;
}

/** A reference taken apart and completed: `nginx` → docker.io/library/nginx, latest. */
export interface ImageName {
  readonly registry: string;
  /** Without the registry: `library/nginx`. */
  readonly path: string;
  /** `docker.io/library/nginx` */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
  /** `docker.io/library/nginx:1.25`: what containerd's texts quote. */
  readonly full: string;
}

/** Credentials for one try at a registry. */
export interface RegistryAuth {
  readonly username: string;
  readonly password: string;
}

/** How a try at a registry ended. */
export type PullAnswer =
  | { readonly kind: 'image'; readonly image: Image; readonly tookUs: number }
  /** `message` is the gRPC description, whole, from `failed to pull and unpack image …` on. */
  | {
      readonly kind: 'error';
      readonly code: 'NotFound' | 'Unknown';
      readonly message: string;
      readonly tookUs: number;
    }
  /** No answer until the caller gives up. */
  | { readonly kind: 'hang' };

/** A registry's trouble set by a fault step: `{registry: {image, error | delay}}`; image '*' is every image. */
export interface RegistryFault {
  readonly image: string;
  readonly error?: RegistryError | 'none';
  readonly delayUs?: number;
}

export type RegistryError =
  | 'not-found'
  | 'denied'
  | 'unauthorized'
  /** A name and a password were sent, and are not right. */
  | 'wrong-password'
  | 'too-many-requests'
  | 'server-error'
  | 'unavailable'
  | 'refused'
  | 'timeout'
  | 'no-such-host'
  | 'http-on-https'
  | 'bad-certificate';

/** Every image and every registry the cluster can see. */
export interface ImageCatalogue {
  /** Takes a reference apart; the error is containerd's (`invalid reference format: …`). */
  parse(reference: string): Result<ImageName, string>;
  /** The image a reference means, registries' moods aside: for what a node already holds. Undefined: no such image. */
  lookup(reference: string): Image | undefined;
  /** What the registry answers a node that pulls. Time of the layers comes on top and is the caller's. */
  pull(reference: string, auth?: RegistryAuth): PullAnswer;
  /** References the recording preset has on every node from the start. */
  readonly preloaded: readonly string[];
  setFault(fault: RegistryFault): void;
}
