import * as auth from './auth.ts';
import * as cluster from './cluster.ts';
import { clusterDump } from './cluster-dump.ts';
import { reconcile } from './reconcile.ts';
import { completeWords } from './complete.ts';
import * as config from './config.ts';
import * as access from './create/access.ts';
import { autoscale } from './create/autoscale.ts';
import * as made from './create/config.ts';
import { expose } from './create/expose.ts';
import * as network from './create/network.ts';
import * as workloads from './create/workloads.ts';
import { describe } from './describe.ts';
import { approve, deny } from './certificate.ts';
import { diff } from './diff.ts';
import { edit, editLastApplied } from './edit.ts';
import { alpha, completion, kuberc, kustomize, pluginList } from './elsewhere.ts';
import { events } from './events.ts';
import { explain } from './explain.ts';
import { annotate, label } from './label.ts';
import { setLastApplied, viewLastApplied } from './last-applied.ts';
import { cordon, drain, uncordon } from './node-drain.ts';
import { patch } from './patch.ts';
import { cp } from './pods/cp.ts';
import { debug } from './pods/debug.ts';
import { attach } from './pods/exec.ts';
import { portForward } from './pods/port-forward.ts';
import { proxy } from './proxy.ts';
import { replace } from './replace.ts';
import { rolloutHistory, rolloutPause, rolloutRestart, rolloutResume, rolloutStatus } from './rollout.ts';
import { rolloutUndo } from './rollout-undo.ts';
import { scale } from './scale.ts';
import { setEnv } from './set/env.ts';
import { setImage } from './set/image.ts';
import { setResources, setSelector, setServiceAccount, setSubject } from './set/others.ts';
import { taint } from './taint.ts';
import { topNode, topPod } from './top.ts';
import type { Verb } from './verb.ts';
import { waitFor } from './wait.ts';

const CREATE: Readonly<Record<string, Verb>> = {
  'create clusterrole': access.createClusterRole,
  'create clusterrolebinding': access.createClusterRoleBinding,
  'create configmap': made.createConfigMap,
  'create cronjob': workloads.createCronJob,
  'create deployment': workloads.createDeployment,
  'create ingress': network.createIngress,
  'create job': workloads.createJob,
  'create namespace': made.createNamespace,
  'create poddisruptionbudget': network.createBudget,
  'create priorityclass': network.createPriorityClass,
  'create quota': made.createQuota,
  'create role': access.createRole,
  'create rolebinding': access.createRoleBinding,
  'create secret docker-registry': made.createDockerSecret,
  'create secret generic': made.createGenericSecret,
  'create secret tls': made.createTlsSecret,
  'create service clusterip': network.createClusterIpService,
  'create service externalname': network.createExternalNameService,
  'create service loadbalancer': network.createLoadBalancerService,
  'create service nodeport': network.createNodePortService,
  'create serviceaccount': made.createServiceAccount,
  'create token': access.createToken,
};

const CONFIG: Readonly<Record<string, Verb>> = {
  'config current-context': config.currentContext,
  'config delete-cluster': config.deleteCluster,
  'config delete-context': config.deleteContext,
  'config delete-user': config.deleteUser,
  'config get-clusters': config.getClusters,
  'config get-contexts': config.getContexts,
  'config get-users': config.getUsers,
  'config rename-context': config.renameContext,
  'config set': config.setProperty,
  'config set-cluster': config.setCluster,
  'config set-context': config.setContext,
  'config set-credentials': config.setCredentials,
  'config unset': config.unsetProperty,
  'config use-context': config.useContext,
  'config view': config.view,
};

/** The verbs of all commands but the common ones, by their words behind `kubectl`: loaded with a run that uses one. */
export const RARE_VERBS: Readonly<Record<string, Verb>> = {
  ...CREATE,
  ...CONFIG,
  /** kubectl by itself: see COMPLETING in run.ts. */
  '': completeWords,
  alpha,
  'kuberc set': kuberc,
  'kuberc view': kuberc,
  annotate,
  'api-resources': cluster.apiResources,
  'api-versions': cluster.apiVersions,
  'apply edit-last-applied': editLastApplied,
  'apply set-last-applied': setLastApplied,
  'apply view-last-applied': viewLastApplied,
  attach,
  autoscale,
  'auth can-i': auth.canI,
  'auth reconcile': reconcile,
  'auth whoami': auth.whoAmI,
  'certificate approve': approve,
  'certificate deny': deny,
  'cluster-info': cluster.clusterInfo,
  'cluster-info dump': clusterDump,
  completion,
  cordon,
  cp,
  debug,
  describe,
  diff,
  drain,
  edit,
  events,
  explain,
  expose,
  kustomize,
  label,
  patch,
  'plugin list': pluginList,
  'port-forward': portForward,
  proxy,
  replace,
  'rollout history': rolloutHistory,
  'rollout pause': rolloutPause,
  'rollout restart': rolloutRestart,
  'rollout resume': rolloutResume,
  'rollout status': rolloutStatus,
  'rollout undo': rolloutUndo,
  scale,
  'set env': setEnv,
  'set image': setImage,
  'set resources': setResources,
  'set selector': setSelector,
  'set serviceaccount': setServiceAccount,
  'set subject': setSubject,
  taint,
  'top node': topNode,
  'top pod': topPod,
  uncordon,
  version: cluster.version,
  wait: waitFor,
};
