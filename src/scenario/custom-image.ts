import { quantityValue } from '../api/quantity.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  type Place,
  type Read,
  readBoolean,
  readDuration,
  readInteger,
  readList,
  readMap,
  readObject,
  readOneOf,
  readText,
} from './checks.ts';
import { formatDuration } from './duration.ts';

/** What a path of a custom image answers. Times count from the program's start. */
export interface CustomPage {
  readonly status?: number;
  readonly body?: string;
  /** How long the answer takes, in µs. */
  readonly delayUs?: number;
  /** From then on it answers 500. */
  readonly failsAfterUs?: number;
}

/** An image that a scenario defines itself: a program told in a few figures. Times in µs, memory in bytes. */
export interface CustomImage {
  /** As Pods name it: `shop/api:1.2`. Without a tag every tag of the repository is meant. */
  readonly name: string;
  readonly sizeBytes?: number;
  /** Absent: the ports that the Pod declares. */
  readonly ports?: readonly number[];
  /** From the start to listening. */
  readonly startDelayUs?: number;
  /** HTTP answers 503 until then. */
  readonly readyAfterUs?: number;
  readonly crashAfterUs?: number;
  /** Ends by itself after this long: a batch program. */
  readonly runsForUs?: number;
  /** With `crashAfterUs` 1 unless said, with `runsForUs` 0. */
  readonly exitCode?: number;
  readonly memoryBytes?: number;
  readonly memoryGrowthBytesPerSecond?: number;
  readonly ignoresSigterm?: boolean;
  /** Between the stop signal and the end. */
  readonly stopDelayUs?: number;
  /** Lines it prints at the start. */
  readonly log?: readonly string[];
  readonly http?: Readonly<Record<string, CustomPage>>;
  readonly user?: string;
  readonly stopSignal?: string;
  readonly workingDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Without a shell and tools. */
  readonly distroless?: boolean;
  readonly architecture?: 'amd64' | 'arm64';
}

/** An amount of memory such as `64Mi`, in bytes. */
const readBytes: Read<number> = (value, place) => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?([KMGT]i?|k)?$/.test(text))
    return fail(place, 'must be an amount of memory such as 64Mi');
  return quantityValue(text);
};

const readPort: Read<number> = (value, place) => {
  const port = readInteger(value, place);
  if (port === undefined) return undefined;
  return port >= 1 && port <= 65_535 ? port : fail(place, 'must be a port, 1 to 65535');
};

const readExitCode: Read<number> = (value, place) => {
  const code = readInteger(value, place);
  if (code === undefined) return undefined;
  return code <= 255 ? code : fail(place, 'must be an exit code, 0 to 255');
};

const readStatus: Read<number> = (value, place) => {
  const status = readInteger(value, place);
  if (status === undefined) return undefined;
  return status >= 100 && status <= 599 ? status : fail(place, 'must be an HTTP status, 100 to 599');
};

const readSignal: Read<string> = (value, place) => {
  const text = readText(value, place);
  if (text === undefined) return undefined;
  return /^SIG[A-Z0-9]+$/.test(text) ? text : fail(place, 'must be a signal such as SIGQUIT');
};

/** `/healthz: 503` for short, or a mapping. */
const readPage: Read<CustomPage> = (value, place) => {
  if (typeof value === 'number') {
    const status = readStatus(value, place);
    return status === undefined ? undefined : { status };
  }
  if (typeof value === 'string') return { body: value };
  const page = readObject(value, place);
  return page === undefined ? undefined : readFields(page, PAGE_FIELDS, place);
};

interface Field<T> {
  /** The key of the file; the checked form may name its unit. */
  readonly key: string;
  readonly read: Read<T>;
  readonly write?: (value: T) => Json;
}

type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

const duration = (key: string): Field<number> => ({ key, read: readDuration, write: formatDuration });
const bytes = (key: string): Field<number> => ({ key, read: readBytes, write: formatBytes });

const PAGE_FIELDS: Fields<CustomPage> = {
  status: { key: 'status', read: readStatus },
  body: { key: 'body', read: readText },
  delayUs: duration('delay'),
  failsAfterUs: duration('failsAfter'),
};

/** One more figure: a field of `CustomImage`, its key here, and what it means in engine/workloads/images/custom.ts. */
const IMAGE_FIELDS: Fields<Omit<CustomImage, 'name'>> = {
  sizeBytes: bytes('size'),
  ports: { key: 'ports', read: readList(readPort) },
  startDelayUs: duration('startDelay'),
  readyAfterUs: duration('readyAfter'),
  crashAfterUs: duration('crashAfter'),
  runsForUs: duration('runsFor'),
  exitCode: { key: 'exitCode', read: readExitCode },
  memoryBytes: bytes('memory'),
  memoryGrowthBytesPerSecond: bytes('memoryGrowth'),
  ignoresSigterm: { key: 'ignoresSigterm', read: readBoolean },
  stopDelayUs: duration('stopDelay'),
  log: { key: 'log', read: readList(readText) },
  http: {
    key: 'http',
    read: readMap(readPage),
    write: (pages) =>
      Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, written(page, PAGE_FIELDS)])),
  },
  user: { key: 'user', read: readText },
  stopSignal: { key: 'stopSignal', read: readSignal },
  workingDir: { key: 'workingDir', read: readText },
  env: { key: 'env', read: readMap(readText) },
  distroless: { key: 'distroless', read: readBoolean },
  architecture: { key: 'architecture', read: readOneOf(['amd64', 'arm64']) },
};

function readFields<T extends object>(object: JsonObject, fields: Fields<T>, place: Place): T {
  const entries = Object.entries(fields) as [string, Field<unknown>][];
  onlyKeys(
    object,
    entries.map(([, { key }]) => key),
    place,
  );
  const read = entries.map(
    ([name, field]) => [name, optional(object, field.key, place, field.read)] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as T;
}

function written<T extends object>(value: T, fields: Fields<T>): JsonObject {
  const entries = (Object.entries(fields) as [keyof T, Field<unknown>][]).filter(
    ([name]) => value[name] !== undefined,
  );
  return Object.fromEntries(
    entries.map(([name, { key, write }]) => [
      key,
      write === undefined ? (value[name] as Json) : write(value[name]),
    ]),
  );
}

/** The key `images`: a mapping of image names to their figures. */
export function readImages(value: Json, place: Place): readonly CustomImage[] {
  if (!isObject(value)) {
    fail(place, 'must be a mapping of image names to what they do');
    return [];
  }
  return Object.entries(value).flatMap(([name, figures]) => {
    const at = inside(place, name);
    if (!/^[a-z0-9][\w./:@-]*$/.test(name)) fail(at, 'is not an image name such as shop/api:1.2');
    const object = readObject(figures ?? {}, at);
    if (object === undefined) return [];
    const image = { name, ...readFields(object, IMAGE_FIELDS, at) };
    if (image.crashAfterUs !== undefined && image.runsForUs !== undefined)
      fail(at, 'has either crashAfter or runsFor');
    return [image];
  });
}

/** The key `images` as the file has it. */
export function imagesDocument(images: readonly CustomImage[]): JsonObject {
  return Object.fromEntries(images.map(({ name, ...figures }) => [name, written(figures, IMAGE_FIELDS)]));
}

function formatBytes(value: number): string {
  const mebibyte = 1024 * 1024;
  return value > 0 && value % mebibyte === 0 ? `${value / mebibyte}Mi` : String(value);
}
