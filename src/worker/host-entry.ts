/// <reference lib="webworker" />
import { installConsoleTools } from '../engine/cluster/console-tools.ts';
import { asksForRarePrograms } from '../engine/workloads/rare/asked.ts';
import { type LatePart, MissingCode } from '../engine/kernel/late-code.ts';
import { installRarePrograms } from '../engine/workloads/rare/rare.ts';
import { scenarioOfJson } from '../scenario/check-scenario.ts';
import {
  asksForExplain,
  asksForHelp,
  asksForJq,
  asksForKustomize,
} from '../workstation/kubectl/texts/asked.ts';
import { asksForRareTools } from '../workstation/rare/asked.ts';
import { installRareTools } from '../workstation/rare/rare.ts';
import type { KubectlTexts } from '../workstation/kubectl/texts/texts.ts';
import { Host } from './host.ts';
import type { HostReply, HostRequest } from './protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

const host = new Host((reply) => self.postMessage(reply));
let url: string | undefined;
let fetching: Promise<void> | undefined;

/** A run whose commands read long texts waits until they are there; what comes after it stays behind it. */
self.onmessage = ({ data }: MessageEvent<HostRequest>) => {
  if (data.type === 'descriptions') url = data.url;
  if (data.type === 'live') return live(data.lock);
  if (data.type === 'open') {
    const document = JSON.stringify(data.document);
    if (host.texts.descriptions === undefined && asksForExplain(document)) after(fetchDescriptions);
    if (host.texts.helps === undefined && asksForHelp(document)) after(loadHelps);
    if (host.texts.kustomize === undefined && asksForKustomize(document)) after(loadKustomize);
    if (host.texts.jq === undefined && asksForJq(document)) after(loadJq);
    if (scenarioOfJson(data.document.scenario) === undefined) after(loadReader);
    if (!host.tried.has('programs') && asksForRarePrograms(document)) after(() => load('programs'));
    if (!host.tried.has('tools') && asksForRareTools(document)) after(() => load('tools'));
  }
  if (fetching === undefined) fetching = attempt('handle', data);
  else fetching = fetching.then(() => attempt('handle', data));
};

const LOADERS: Readonly<Record<LatePart, () => Promise<void>>> = {
  programs: loadRarePrograms,
  tools: loadRareTools,
  http: loadHttp,
  controllers: loadControllers,
  cel: loadCel,
};

/** Has a part loaded, once. */
async function load(part: LatePart): Promise<void> {
  if (host.tried.has(part)) return;
  host.tried.add(part);
  await LOADERS[part]().catch(() => undefined);
}

/**
 * A name may also come together as a run goes on: then its code is loaded, and the run played up to there again.
 * What has to wait answers so, for what comes after it to stay behind it.
 */
function attempt(how: 'handle' | 'again', request: HostRequest): Promise<void> | undefined {
  try {
    host[how](request);
    return undefined;
  } catch (error) {
    if (!(error instanceof MissingCode)) throw error;
    return load(error.part).then(() => attempt('again', request));
  }
}

function live(lock: string): void {
  const forEver = new Promise<never>(() => undefined);
  void navigator.locks.request(lock, () => {
    self.postMessage({ type: 'living' } satisfies HostReply);
    return forEver;
  });
}

/** Without its texts a command says itself that they are not at hand. */
function after(loads: () => Promise<void>): void {
  fetching = (fetching ?? Promise.resolve()).then(loads).catch(() => undefined);
}

async function fetchDescriptions(): Promise<void> {
  if (url === undefined) return;
  const descriptions = (await (await fetch(url)).json()) as NonNullable<KubectlTexts['descriptions']>;
  host.texts = { ...host.texts, descriptions };
}

async function loadRarePrograms(): Promise<void> {
  const { RARE_PROGRAMS } = await import('../engine/workloads/rare/programs.ts');
  installRarePrograms(RARE_PROGRAMS);
}

async function loadRareTools(): Promise<void> {
  const [{ RARE_TOOLS }, { CONSOLE_TOOLS }] = await Promise.all([
    import('../workstation/rare/tools.ts'),
    import('../engine/cluster/console-code.ts'),
  ]);
  installRareTools(RARE_TOOLS);
  installConsoleTools(CONSOLE_TOOLS);
}

async function loadHttp(): Promise<void> {
  const { installHttp } = await import('../engine/cluster/http/code.ts');
  installHttp();
}

async function loadControllers(): Promise<void> {
  const { installLateControllers } = await import('../engine/cluster/late-controllers.ts');
  installLateControllers();
}

async function loadCel(): Promise<void> {
  const { installCel } = await import('../engine/apiserver/cel/code.ts');
  installCel();
}

async function loadHelps(): Promise<void> {
  const { default: helps } = await import('../workstation/kubectl/texts/helps.json');
  host.texts = { ...host.texts, helps };
}

async function loadKustomize(): Promise<void> {
  const { build: kustomize } = await import('../workstation/kubectl/kustomize/build.ts');
  host.texts = { ...host.texts, kustomize };
}

async function loadJq(): Promise<void> {
  const { jq } = await import('../workstation/shell/jq/jq.ts');
  host.texts = { ...host.texts, jq };
}

/** Scenarios that come with the product are JSON; only what somebody wrote takes the reader of YAML. */
async function loadReader(): Promise<void> {
  ({ parseScenario: host.parse } = await import('../scenario/parse.ts'));
}
