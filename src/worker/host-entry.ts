/// <reference lib="webworker" />
import type { ApiDescriptions } from '../workstation/kubectl/explain/schema.ts';
import { Host } from './host.ts';
import type { HostRequest } from './protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

const host = new Host((reply) => self.postMessage(reply));
let url: string | undefined;
let fetching: Promise<void> | undefined;

/** A run that says `explain` waits until the descriptions are there; what comes after it stays behind it. */
self.onmessage = ({ data }: MessageEvent<HostRequest>) => {
  if (data.type === 'descriptions') url = data.url;
  const explains =
    data.type === 'open' &&
    host.descriptions === undefined &&
    JSON.stringify(data.document).includes('explain');
  if (explains) fetching ??= fetchDescriptions();
  if (fetching === undefined) host.handle(data);
  else fetching = fetching.then(() => host.handle(data));
};

async function fetchDescriptions(): Promise<void> {
  try {
    if (url !== undefined) host.descriptions = (await (await fetch(url)).json()) as ApiDescriptions;
  } catch {
    // Without them `kubectl explain` says so itself.
    host.descriptions = undefined;
  }
}
