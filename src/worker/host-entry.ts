/// <reference lib="webworker" />
import { asksForRarePrograms } from '../engine/workloads/rare/asked.ts';
import { RareProgramMissing, installRarePrograms } from '../engine/workloads/rare/rare.ts';
import { scenarioOfJson } from '../scenario/check-scenario.ts';
import {
  asksForExplain,
  asksForHelp,
  asksForJq,
  asksForKustomize,
} from '../workstation/kubectl/texts/asked.ts';
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
    if (host.mayLoadPrograms && asksForRarePrograms(document)) after(loadRarePrograms);
  }
  if (fetching === undefined) handle(data);
  else fetching = fetching.then(() => handle(data));
};

/** A program's name may also come together as a run goes on: then its code is loaded, and the run played up to there. */
function handle(request: HostRequest): void {
  try {
    host.handle(request);
  } catch (error) {
    if (!(error instanceof RareProgramMissing)) throw error;
    after(loadRarePrograms);
    fetching = fetching?.then(() => host.again(request));
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
function after(load: () => Promise<void>): void {
  fetching = (fetching ?? Promise.resolve()).then(load).catch(() => undefined);
}

async function fetchDescriptions(): Promise<void> {
  if (url === undefined) return;
  const descriptions = (await (await fetch(url)).json()) as NonNullable<KubectlTexts['descriptions']>;
  host.texts = { ...host.texts, descriptions };
}

async function loadRarePrograms(): Promise<void> {
  host.mayLoadPrograms = false;
  const { RARE_PROGRAMS } = await import('../engine/workloads/rare/programs.ts');
  installRarePrograms(RARE_PROGRAMS);
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
