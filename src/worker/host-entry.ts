/// <reference lib="webworker" />
import { Host } from './host.ts';
import type { HostRequest } from './protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

const host = new Host((reply) => self.postMessage(reply));
self.onmessage = (event: MessageEvent<HostRequest>) => host.handle(event.data);
