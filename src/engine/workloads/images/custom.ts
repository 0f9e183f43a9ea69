import { response } from '../http.ts';
import { type ServerModel, type StopModel, serverProgram } from '../servers/generic.ts';
import type { Program } from '../program.ts';
import { baseTree } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';

const MIB = 1024 * 1024;
const DEFAULT_MEMORY = 32 * MIB;
const DEFAULT_SIZE = 40 * MIB;

/** What a path answers; times count from the program's start. */
interface CustomPage {
  readonly status?: number;
  readonly body?: string;
  readonly delayUs?: number;
  /** From then on it answers 500. */
  readonly failsAfterUs?: number;
}

/** An image that a scenario defines. Every figure may be left out; times in µs, memory in bytes. */
export interface CustomImage {
  /** As Pods name it: `shop/api:1.2`. Without a tag every tag of the repository is meant. */
  readonly name: string;
  readonly sizeBytes?: number;
  readonly ports?: readonly number[];
  readonly startDelayUs?: number;
  /** HTTP answers 503 until then. */
  readonly readyAfterUs?: number;
  readonly crashAfterUs?: number;
  readonly exitCode?: number;
  /** Ends by itself after this long with `exitCode` (0 unless said): a batch program. */
  readonly runsForUs?: number;
  readonly memoryBytes?: number;
  readonly memoryGrowthBytesPerSecond?: number;
  readonly ignoresSigterm?: boolean;
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

function stopOf(image: CustomImage): StopModel {
  if (image.ignoresSigterm === true) return { kind: 'ignore' };
  return {
    kind: 'graceful',
    signals: ['SIGTERM', 'SIGINT', 'SIGQUIT'],
    takesUs: image.stopDelayUs ?? 0,
    code: 0,
    lines: [],
  };
}

function pathOf(target: string): string {
  return target.split('?')[0] as string;
}

export function modelOf(image: CustomImage): ServerModel {
  const rest = image.memoryBytes ?? DEFAULT_MEMORY;
  const { http } = image;
  return {
    log: (image.log ?? []).map((text) => ({ afterUs: 0, text })),
    listensAfterUs: image.startDelayUs ?? 0,
    ports: image.ports ?? 'declared',
    speaks: 'http',
    page: (request, sys, sinceUs) => {
      const path = pathOf(request.path);
      const page = http?.[path];
      if (page !== undefined && sinceUs >= (page.failsAfterUs ?? Number.POSITIVE_INFINITY))
        return response(500, 'failing as asked\n');
      if (page !== undefined) return response(page.status ?? 200, page.body ?? '');
      return http === undefined || path === '/'
        ? response(200, `${sys.hostname()}\n`)
        : response(404, '404 page not found\n');
    },
    delayUs: (request) => http?.[pathOf(request.path)]?.delayUs ?? 0,
    readyAfterUs: image.readyAfterUs,
    memory: {
      startBytes: Math.min(rest, 8 * MIB),
      restBytes: rest,
      overUs: Math.max(image.startDelayUs ?? 0, 500_000),
      leakBytesPerSecond: image.memoryGrowthBytesPerSecond ?? 0,
    },
    stop: stopOf(image),
    crash: crashOf(image),
  };
}

function crashOf(image: CustomImage): ServerModel['crash'] {
  if (image.crashAfterUs !== undefined) return { afterUs: image.crashAfterUs, code: image.exitCode ?? 1 };
  return image.runsForUs === undefined ? undefined : { afterUs: image.runsForUs, code: image.exitCode ?? 0 };
}

/** The image as the catalogue keeps it. `repository` and `tag` are the completed name's. */
export function customSpec(image: CustomImage, repository: string, tag: string | undefined): ImageSpec {
  const program: Program = serverProgram(modelOf(image));
  return {
    repository,
    tags: tag === undefined ? /./ : [tag],
    layersMiB: [2, (image.sizeBytes ?? DEFAULT_SIZE) / MIB],
    config: () => ({
      entrypoint: ['/app'],
      env: withPath(...Object.entries(image.env ?? {}).map(([name, value]) => `${name}=${value}`)),
      exposedPorts: (image.ports ?? []).map((port) => `${port}/tcp`),
      user: image.user ?? '',
      workingDir: image.workingDir ?? '',
      stopSignal: image.stopSignal ?? '',
      architecture: image.architecture ?? 'amd64',
    }),
    tree: () => {
      const tree = baseTree(image.distroless === true ? 'distroless' : 'busybox');
      tree.executable('/app', program, 20_000_000);
      return tree;
    },
    fidelity: 'scenario',
  };
}
