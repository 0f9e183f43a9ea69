import { parseScenario } from '../../../scenario/parse.ts';
import { type Served, serve } from '../serve.ts';

/** A served cluster with the Pod `web`, once it runs; `container` is what is in braces beside the name `main`. */
export async function servedPod(
  container: string,
): Promise<{ readonly served: Served; readonly url: string }> {
  const scenario = parseScenario(`
title: served
steps:
  - at: 0s
    apply: |
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {containers: [{name: main, ${container}}]}
until: 1s
`);
  if (!scenario.ok) throw new Error('no scenario');
  const served = serve(scenario.value, { port: 0, speed: 20 }, () => undefined);
  const url = await served.url;
  const phase = async (): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/namespaces/default/pods/web`);
    return ((await answer.json()) as { status?: { phase?: string } }).status?.phase ?? '';
  };
  while ((await phase()) !== 'Running') await new Promise((resolve) => setTimeout(resolve, 20));
  return { served, url };
}
