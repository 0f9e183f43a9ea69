/// <reference lib="webworker" />
import { scenarioOfJson } from '../scenario/check-scenario.ts';
import { asksForExplain, asksForHelp } from '../workstation/kubectl/texts/asked.ts';
import type { KubectlTexts } from '../workstation/kubectl/texts/texts.ts';
import { Host } from './host.ts';
import type { HostRequest } from './protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

const host = new Host((reply) => self.postMessage(reply));
let url: string | undefined;
let fetching: Promise<void> | undefined;

/** A run whose commands read long texts waits until they are there; what comes after it stays behind it. */
self.onmessage = ({ data }: MessageEvent<HostRequest>) => {
  if (data.type === 'descriptions') url = data.url;
  if (data.type === 'open') {
    const document = JSON.stringify(data.document);
    if (host.texts.descriptions === undefined && asksForExplain(document)) after(fetchDescriptions);
    if (host.texts.helps === undefined && asksForHelp(document)) after(loadHelps);
    if (scenarioOfJson(data.document.scenario) === undefined) after(loadReader);
  }
  if (fetching === undefined) host.handle(data);
  else fetching = fetching.then(() => host.handle(data));
};

/** Without its texts a command says itself that they are not at hand. */
function after(load: () => Promise<void>): void {
  fetching = (fetching ?? Promise.resolve()).then(load).catch(() => undefined);
}

async function fetchDescriptions(): Promise<void> {
  if (url === undefined) return;
  const descriptions = (await (await fetch(url)).json()) as NonNullable<KubectlTexts['descriptions']>;
  host.texts = { ...host.texts, descriptions };
}

async function loadHelps(): Promise<void> {
  const { default: helps } = await import('../workstation/kubectl/texts/helps.json');
  host.texts = { ...host.texts, helps };
}

/** Scenarios that come with the product are JSON; only what somebody wrote takes the reader of YAML. */
async function loadReader(): Promise<void> {
  ({ parseScenario: host.parse } = await import('../scenario/parse.ts'));
}
