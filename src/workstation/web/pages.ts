import { toYaml } from '../../api/yaml/writer.ts';
import type { Json } from '../../base/json.ts';
import type { Web } from './web.ts';
import { metricsServerObjects } from './metrics-server.ts';

const METRICS_SERVER =
  /^https:\/\/github\.com\/kubernetes-sigs\/metrics-server\/releases\/(?:latest\/download|download\/v0\.8\.\d+)\/components\.yaml$/;

/** What is found at an address. One more page: a line here, and its name in `web.ts`. */
export const pageAt: Web = (url) =>
  METRICS_SERVER.test(url)
    ? metricsServerObjects()
        .map((object) => toYaml(object as unknown as Json))
        .join('---\n')
    : undefined;
