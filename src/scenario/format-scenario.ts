import { stringify } from 'yaml';
import type { JsonObject } from '../base/json.ts';
import { imagesDocument } from './custom-image.ts';
import type { ClusterDocument, ScenarioDocument, StepDocument } from './document.ts';
import { formatDuration } from './duration.ts';
import { userDocument, webhookDocument } from './read-access.ts';
import { faultDocument } from './read-fault.ts';
import { trafficDocument } from './traffic.ts';
import { machineDocument } from './machine.ts';
import type { ClusterSetup, Scenario, Step, View } from './scenario.ts';

const US_PER_SECOND = 1e6;

/** The scenario as YAML text that `parseScenario` reads back to the same scenario. */
export function formatScenario(scenario: Scenario): string {
  return stringify(documentOf(scenario), { lineWidth: 0, aliasDuplicateObjects: false });
}

/** The scenario as its file has it; defaults are left out. */
export function documentOf(scenario: Scenario): ScenarioDocument {
  const cluster = clusterDocument(scenario.cluster);
  const { comparison } = scenario;
  return {
    title: scenario.title,
    ...unless(scenario.tags.length === 0, { tags: scenario.tags }),
    ...unless(comparison.distribution === false, { compare: 'distribution' as const }),
    ...unless(comparison.nodeNames === false, { compareNodes: true }),
    ...unless(comparison.attempts === false, { countAttempts: true }),
    ...unless(Object.keys(cluster).length === 0, { cluster }),
    ...unless(Object.keys(scenario.files).length === 0, { files: scenario.files }),
    ...unless(scenario.cluster.images.length === 0, { images: imagesDocument(scenario.cluster.images) }),
    steps: scenario.steps.map(stepDocument),
    ...(scenario.untilUs === undefined ? {} : { until: formatDuration(scenario.untilUs) }),
    ...unless(scenario.seed === 1, { seed: scenario.seed }),
    ...(scenario.view === undefined ? {} : { view: viewDocument(scenario.view) }),
    ...unless(scenario.cleanup.length === 0, { cleanup: scenario.cleanup }),
  };
}

function unless<T extends object>(isDefault: boolean, part: T): T | Record<never, never> {
  return isDefault ? {} : part;
}

function clusterDocument(cluster: ClusterSetup): ClusterDocument {
  const { nodes } = cluster;
  return {
    ...(nodes.from === 'manifests'
      ? { nodes: nodes.manifests }
      : {
          ...unless(nodes.preset === 'recording', { preset: nodes.preset }),
          ...(nodes.machines === undefined ? {} : { machines: nodes.machines.map(machineDocument) }),
        }),
    ...unless(cluster.objects.length === 0, { objects: cluster.objects }),
    ...unless(Object.keys(cluster.namespaceLabels).length === 0, {
      namespaceLabels: cluster.namespaceLabels,
    }),
    ...unless(cluster.settleUs === 0, { settle: cluster.settleUs / US_PER_SECOND }),
    ...unless(cluster.pinNodes === false, { pinNodes: true }),
    ...unless(!cluster.metricsServer, { metricsServer: true }),
    ...unless(cluster.anyNode === false, { anyNode: true }),
    ...(cluster.startSecond === undefined ? {} : { startSecond: cluster.startSecond }),
    ...unless(cluster.kubelets === 'real', { runPods: cluster.kubelets === 'stand-in-running' }),
    ...unless(Object.keys(cluster.settings).length === 0, { settings: cluster.settings }),
    ...unless(cluster.users.length === 0, { users: cluster.users.map(userDocument) }),
    ...unless(cluster.webhooks.length === 0, { webhooks: cluster.webhooks.map(webhookDocument) }),
  };
}

function stepDocument(step: Step): StepDocument {
  const at = formatDuration(step.at);
  switch (step.kind) {
    case 'apply':
      return { at, apply: step.text, ...asOf(step.as) };
    case 'create':
      return { at, create: step.text, ...asOf(step.as) };
    case 'kubectl':
      return {
        at,
        kubectl: step.line,
        ...(step.stdin === undefined ? {} : { stdin: step.stdin }),
        ...asOf(step.as),
        ...(step.timeoutUs === undefined ? {} : { timeout: step.timeoutUs / US_PER_SECOND }),
      };
    case 'run':
      return { at, run: step.line };
    case 'user':
      return { at, user: step.name };
    case 'webhook':
      return { at, webhook: webhookDocument(step.webhook) };
    case 'traffic':
      return { at, traffic: trafficDocument(step.traffic) };
    case 'fault':
      return { at, fault: faultDocument(step.fault) };
    case 'add-node':
      return {
        at,
        addNode: step.node,
        ...unless(step.readyAfterUs === US_PER_SECOND, { readyAfter: step.readyAfterUs / US_PER_SECOND }),
      };
  }
}

const asOf = (as: string | undefined): { readonly as?: string } => (as === undefined ? {} : { as });

function viewDocument(view: View): JsonObject {
  return {
    ...(view.cursorUs === undefined ? {} : { cursor: formatDuration(view.cursorUs) }),
    ...(view.selection === undefined ? {} : { selection: view.selection }),
    ...(view.level === undefined ? {} : { level: view.level }),
    ...(view.lang === undefined ? {} : { lang: view.lang }),
  };
}
