import { encodeLink } from '../../src/share/link.ts';

/** Machines with kubelets of their own, with room for all Pods. */
const node = (place: number): object => ({
  metadata: { name: `worker-${place + 1}` },
  status: { capacity: { cpu: '64', memory: '256Gi', pods: '500' } },
});

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
  nodes: number,
  replicas: number,
  view: { readonly level: 1 | 2 | 3; readonly zoom: number },
): Promise<string> {
  const scenario = {
    title: `${replicas} Pods`,
    cluster: { nodes: Array.from({ length: nodes }, (_, place) => node(place)) },
    steps: [{ at: '0s', apply: deployment(replicas) }],
  };
  return encodeLink({ run: { scenario: JSON.stringify(scenario), inputs: [] }, view });
}
