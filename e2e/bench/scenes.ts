import { encodeLink } from '../../src/share/link.ts';

const deployment = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:1.29"}
`;

/** The link to a run in which a Deployment of this size becomes Ready; `level` is how much of it is told. */
export function linkOf(
  preset: 'kind-1' | 'kind-3' | 'nodes-50',
  replicas: number,
  view: { readonly level: 1 | 2 | 3; readonly zoom: number },
): Promise<string> {
  const scenario = {
    title: `${replicas} Pods`,
    cluster: { preset },
    steps: [{ at: '0s', apply: deployment(replicas) }],
  };
  return encodeLink({ run: { scenario: JSON.stringify(scenario), inputs: [] }, view });
}
