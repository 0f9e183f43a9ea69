import { createAggregator } from '../../apiserver/aggregation/aggregator.ts';
import { AGGREGATION } from '../../apiserver/aggregation/port.ts';
import { normalize } from '../../controllers/podautoscaler/normalize.ts';
import { propose } from '../../controllers/podautoscaler/propose.ts';
import { SCALING } from '../../controllers/podautoscaler/scaling.ts';
import { pageAt } from '../../../workstation/web/pages.ts';
import { metricsServerObjects } from '../../../workstation/web/metrics-server.ts';
import { WEB } from '../../../workstation/web/web.ts';
import { ADDONS } from '../addons.ts';
import { apiHandler } from './api.ts';
import { NODE_HTTP } from './host-port.ts';
import { kubeletHandler } from './kubelet.ts';

/** Puts in place what speaks HTTP, for every run from now on. */
export function installHttp(): void {
  AGGREGATION.install(createAggregator);
  SCALING.install({ propose, normalize });
  WEB.install(pageAt);
  ADDONS.install({ metricsServer: () => metricsServerObjects(['--kubelet-insecure-tls']) });
  NODE_HTTP.install({ api: apiHandler, kubelet: kubeletHandler });
}
