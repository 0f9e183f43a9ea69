import type { Result } from '../../../base/result.ts';
import type {
  Image,
  ImageCatalogue,
  ImageName,
  PullAnswer,
  RegistryAuth,
  RegistryError,
  RegistryFault,
} from './catalogue.ts';
import { type CustomImage, customSpec } from './custom.ts';
import { parseImageName } from './names.ts';
import { OTHER_OFFICIAL } from './official.ts';
import { PUBLIC_IMAGES } from './public.ts';
import { RECORDING_IMAGES } from './recording.ts';
import {
  PUBLIC_REGISTRIES,
  RECORDING_REGISTRIES,
  type RegistryRule,
  pullFailure,
  ruleFor,
} from './registries.ts';
import { guessed } from './guess.ts';
import { type ImageSpec, imageOf } from './spec.ts';
import { SYSTEM_IMAGES, SYSTEM_REFERENCES } from './system.ts';

export interface CatalogueOptions {
  /** `recording`: exactly the images and registries of the recordings. `public`: common images of the world, others guessed. */
  readonly world: 'recording' | 'public';
  /** A scenario's own images; they come before all others and are pulled from wherever their name says. */
  readonly custom?: readonly CustomImage[];
  /** One exchange with a registry, in µs. */
  readonly roundTripUs: number;
  /** The resolver that errors name. */
  readonly dns?: string;
}

const DIAL_TIMEOUT_US = 30_000_000;

export function createImageCatalogue(options: CatalogueOptions): ImageCatalogue {
  return new Catalogue(options);
}

class Catalogue implements ImageCatalogue {
  readonly preloaded: readonly string[];
  private readonly options: CatalogueOptions;
  private readonly specs = new Map<string, ImageSpec[]>();
  private readonly rules: readonly RegistryRule[];
  private readonly images = new Map<string, Image | undefined>();
  private readonly faults = new Map<string, { error?: RegistryError; delayUs: number }>();

  constructor(options: CatalogueOptions) {
    this.options = options;
    const recording = options.world === 'recording';
    this.rules = recording ? RECORDING_REGISTRIES : PUBLIC_REGISTRIES;
    for (const image of options.custom ?? []) {
      const name = parseImageName(image.name);
      if (name.ok)
        this.add(
          customSpec(
            image,
            name.value.repository,
            /[:@][^/]*$/.test(image.name) ? name.value.tag : undefined,
          ),
        );
    }
    const known = recording ? RECORDING_IMAGES : [...SYSTEM_IMAGES, ...PUBLIC_IMAGES];
    for (const spec of known) this.add(spec);
    this.preloaded = recording ? referencesOf(known) : SYSTEM_REFERENCES;
  }

  private add(spec: ImageSpec): void {
    const standing = this.specs.get(spec.repository);
    if (standing === undefined) this.specs.set(spec.repository, [spec]);
    else standing.push(spec);
  }

  parse(reference: string): Result<ImageName, string> {
    return parseImageName(reference);
  }

  lookup(reference: string): Image | undefined {
    const known = this.images.get(reference);
    if (known !== undefined) return known;
    const name = parseImageName(reference);
    if (!name.ok) return undefined;
    const { full } = name.value;
    if (!this.images.has(full)) this.images.set(full, this.find(name.value));
    const found = this.images.get(full);
    this.images.set(reference, found);
    return found;
  }

  private find(name: ImageName): Image | undefined {
    const specs = this.specs.get(name.repository) ?? [];
    if (name.digest !== undefined) return this.byDigest(specs, name.digest) ?? this.pinned(name, name.digest);
    for (const spec of specs) {
      const image = imageOf(spec, name.tag ?? 'latest');
      if (image !== undefined) return image;
    }
    return specs.length === 0 && this.plausible(name) ? guessed(name) : undefined;
  }

  /** A digest that nobody here can check, of an image that there is: manifests of charts pin what they were tested with. */
  private pinned(name: ImageName, digest: string): Image | undefined {
    if (this.options.world === 'recording' || !looksReal(digest)) return undefined;
    const { digest: _, ...named } = name;
    const image =
      this.find({ ...named, tag: name.tag ?? 'latest' }) ?? this.find({ ...named, tag: 'latest' });
    return image === undefined ? undefined : { ...image, manifestDigest: digest };
  }

  private byDigest(specs: readonly ImageSpec[], digest: string): Image | undefined {
    for (const spec of specs) {
      for (const tag of spec.tags instanceof RegExp ? ['latest'] : spec.tags) {
        const image = imageOf(spec, tag);
        if (image?.manifestDigest === digest) return image;
      }
    }
    return undefined;
  }

  /** Whether an image nobody here knows may well exist: not a misspelt official one, not on a host that is made up. */
  private plausible(name: ImageName): boolean {
    if (this.options.world === 'recording' || ruleFor(this.rules, name.registry)?.always !== undefined)
      return false;
    if (/no-?such|non-?exist|does-?not-?exist|not-?found|invalid|typo/.test(`${name.path}:${name.tag ?? ''}`))
      return false;
    const official = /^library\/(.+)$/.exec(name.path)?.[1];
    if (name.registry === 'docker.io' && official !== undefined) return OTHER_OFFICIAL.has(official);
    return name.registry !== 'registry.k8s.io' || name.path.includes('/') || UNSORTED.has(name.path);
  }

  pull(reference: string, auth?: RegistryAuth): PullAnswer {
    const parsed = parseImageName(reference);
    if (!parsed.ok)
      return {
        kind: 'error',
        code: 'Unknown',
        message: `failed to parse image reference "${reference}": ${parsed.error}`,
        tookUs: 0,
      };
    const name = parsed.value;
    const fault = this.faultFor(reference, name);
    const rule = ruleFor(this.rules, name.registry);
    const took = this.options.roundTripUs + (fault?.delayUs ?? 0);
    // A fault that ended (`none`) also mends a tag that was missing only because of it.
    if (fault?.error !== undefined) return this.refusal(name, fault.error, rule, took);
    const image = this.lookup(reference);
    if (image?.fidelity !== 'scenario') {
      if (rule?.always === 'hang') return { kind: 'hang' };
      if (rule?.always !== undefined) return this.refusal(name, rule.always, rule, took);
    }
    const { credentials } = rule ?? {};
    if (
      credentials !== undefined &&
      (auth?.username !== credentials.username || auth.password !== credentials.password)
    )
      return this.refusal(name, named(auth) ? 'wrong-password' : 'unauthorized', rule, took);
    if (image === undefined)
      return this.refusal(
        name,
        this.specs.has(name.repository) ? 'not-found' : (rule?.unknownRepository ?? 'not-found'),
        rule,
        took,
      );
    if (image.config.architecture !== 'amd64') {
      return {
        kind: 'error',
        code: 'NotFound',
        message: `get image config descriptor: no match for platform in manifest ${image.manifestDigest}: not found`,
        tookUs: took,
      };
    }
    return { kind: 'image', image, tookUs: took };
  }

  private refusal(
    name: ImageName,
    error: RegistryError,
    rule: RegistryRule | undefined,
    tookUs: number,
  ): PullAnswer {
    const { code, message } = pullFailure(name, error, rule, this.options.dns ?? '10.99.0.1');
    return { kind: 'error', code, message, tookUs: error === 'timeout' ? DIAL_TIMEOUT_US : tookUs };
  }

  setFault(fault: RegistryFault): void {
    const key = this.faultKey(fault.image);
    const standing = this.faults.get(key) ?? { delayUs: 0 };
    if (fault.error !== undefined) standing.error = fault.error === 'none' ? undefined : fault.error;
    if (fault.delayUs !== undefined) standing.delayUs = fault.delayUs;
    if (standing.error === undefined && standing.delayUs === 0) this.faults.delete(key);
    else this.faults.set(key, standing);
  }

  private faultKey(image: string): string {
    const name = image === '*' ? undefined : parseImageName(image);
    return name?.ok === true ? name.value.full : image;
  }

  private faultFor(
    reference: string,
    name: ImageName,
  ): { readonly error?: RegistryError; readonly delayUs: number } | undefined {
    return this.faults.get(name.full) ?? this.faults.get(reference) ?? this.faults.get('*');
  }
}

/** A digest that was computed, not typed. */
const looksReal = (digest: string): boolean =>
  /^sha256:[0-9a-f]{64}$/.test(digest) && new Set(digest.slice(7)).size > 10;

/** Of registry.k8s.io's own, those without a folder that manuals use. */
const UNSORTED: ReadonlySet<string> = new Set(
  'addon-resizer cloud-controller-manager cassandra cuda-vector-add fluentd-elasticsearch goproxy kube-addon-manager kubernetes-zookeeper liveness metrics-server prometheus-to-sd redis serve_hostname test-webserver update-demo'.split(
    ' ',
  ),
);

/** Images of the recordings that are on no node from the start: each scenario pulls them. */
const NOT_PRELOADED: ReadonlySet<string> = new Set([
  '127.0.0.1:5001/private/app',
  '127.0.0.1:5000/arm64only',
]);

/** Every tag of images whose tags are named, but for those the recordings always pull. */
function referencesOf(specs: readonly ImageSpec[]): readonly string[] {
  return specs.flatMap(({ repository, tags }) =>
    tags instanceof RegExp || NOT_PRELOADED.has(repository) ? [] : tags.map((tag) => `${repository}:${tag}`),
  );
}

/** Whether there is a name and a password to send at all. */
function named(auth: RegistryAuth | undefined): boolean {
  return auth !== undefined && auth.username !== '' && auth.password !== '';
}
