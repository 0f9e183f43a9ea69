import type { Service, ValidatingWebhookConfiguration } from '../api/generated/types.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Of either kind: what is looked at is the same. */
const CONFIGURATIONS = [
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
] as const;

const CALLED = /failed calling webhook "([^"]+)": (.*)$/s;

/**
 * What lies behind an answer of the API server that names a webhook it could not ask: its configuration, then why the
 * Service it is reached by finds nobody. None for any other answer.
 */
export function webhookLinks(
  cluster: ClusterFacts,
  answer: string,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  const [, name, said = ''] = CALLED.exec(answer) ?? [];
  for (const resource of CONFIGURATIONS) {
    for (const configuration of listOf<ValidatingWebhookConfiguration>(cluster, resource)) {
      const webhook = configuration.webhooks?.find((each) => each.name === name);
      if (name === undefined || webhook === undefined) continue;
      const link: Link = {
        stage: 'request',
        cause: 'webhook-unanswered',
        about: name,
        subject: refOf(resource, configuration),
        evidence: [
          { where: 'webhooks.failurePolicy', says: webhook.failurePolicy ?? 'Fail' },
          { where: 'kube-apiserver', says: said.trim() },
        ],
        next: [`kubectl get ${resource.split('.')[0] ?? ''} ${configuration.metadata.name} -o yaml`],
      };
      const behind = servedBy(cluster, link, webhook.clientConfig.service, ofService);
      const circle = asksForItself(link, behind.at(-1));
      return [link, ...(circle === undefined ? behind : [circle])];
    }
  }
  return [];
}

function servedBy(
  cluster: ClusterFacts,
  link: Link,
  wanted: { readonly namespace: string; readonly name: string } | undefined,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  if (wanted === undefined) return [];
  const services = listOf<Service>(cluster, 'services').filter(
    ({ metadata }) => metadata.namespace === wanted.namespace,
  );
  const service = services.find(({ metadata }) => metadata.name === wanted.name);
  if (service !== undefined) return ofService(service);
  const there = services.map(({ metadata }) => metadata.name).join(', ');
  return [
    {
      ...link,
      cause: 'backend-missing',
      about: `${wanted.namespace}/${wanted.name}`,
      evidence: [
        { where: 'webhooks.clientConfig.service', says: `${wanted.namespace}/${wanted.name}` },
        { where: `services -n ${wanted.namespace}`, says: there === '' ? '∅' : there },
      ],
      next: [`kubectl get services -n ${wanted.namespace}`],
    },
  ];
}

/** The Pods that would answer are refused as well, for want of an answer. */
function asksForItself(link: Link, root: Link | undefined): Link | undefined {
  const [, again] = CALLED.exec(root?.about ?? '') ?? [];
  if (root === undefined || again !== link.about) return undefined;
  return { ...link, cause: 'webhook-circle', evidence: root.evidence };
}
