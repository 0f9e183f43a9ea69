import { createAggregator } from '../../apiserver/aggregation/aggregator.ts';
import { AGGREGATION, PROXY } from '../../apiserver/aggregation/port.ts';
import { HEALTH } from '../../apiserver/health-port.ts';
import { health } from '../../apiserver/health.ts';
import { proxy } from '../../apiserver/subresources/proxy.ts';
import { normalize } from '../../controllers/podautoscaler/normalize.ts';
import { propose } from '../../controllers/podautoscaler/propose.ts';
import { SCALING } from '../../controllers/podautoscaler/scaling.ts';
import { pageAt } from '../../../workstation/web/pages.ts';
import { metricsServerObjects } from '../../../workstation/web/metrics-server.ts';
import { API_ANSWERS } from '../../../workstation/web/api-answers.ts';
import { WEB } from '../../../workstation/web/web.ts';
import { ADDONS } from '../addons.ts';
import { registerWebhookProgram } from '../webhooks.ts';
import { answer, apiHandler, callerOf } from './api.ts';
import { NODE_HTTP } from './host-port.ts';
import { kubeletHandler } from './kubelet.ts';

/** Puts in place what speaks HTTP, for every run from now on. */
export function installHttp(): void {
  AGGREGATION.install(createAggregator);
  PROXY.install(proxy);
  HEALTH.install(health);
  SCALING.install({ propose, normalize });
  WEB.install(pageAt);
  API_ANSWERS.install({ answer, callerOf });
  ADDONS.install({
    registerWebhook: registerWebhookProgram,
    metricsServer: () => metricsServerObjects(['--kubelet-insecure-tls']),
  });
  NODE_HTTP.install({ api: apiHandler, kubelet: kubeletHandler });
}
