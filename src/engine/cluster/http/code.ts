import { createAggregator } from '../../apiserver/aggregation/aggregator.ts';
import { AGGREGATION } from '../../apiserver/aggregation/port.ts';
import { apiHandler } from './api.ts';
import { NODE_HTTP } from './host-port.ts';
import { kubeletHandler } from './kubelet.ts';

/** Puts in place what speaks HTTP, for every run from now on. */
export function installHttp(): void {
  AGGREGATION.install(createAggregator);
  NODE_HTTP.install({ api: apiHandler, kubelet: kubeletHandler });
}
