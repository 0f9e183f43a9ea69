import { toYaml } from '../api/yaml/writer.ts';
import type { Json, JsonObject } from '../base/json.ts';

/** A kubeconfig's user entry. `certificate`: whom the client certificate proves. */
export interface ConfigUser {
  readonly certificate?: { readonly user: string; readonly groups: readonly string[] };
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface ConfigContext {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

export interface ConfigCluster {
  readonly server: string;
  /** Whether the entry carries its authority's certificate. */
  readonly authority?: boolean;
}

/** ~/.kube/config of the learner's machine, in the order of entries. Models clientcmd/api.Config. */
export interface Kubeconfig {
  clusters: Map<string, ConfigCluster>;
  users: Map<string, ConfigUser>;
  contexts: Map<string, ConfigContext>;
  currentContext: string;
}

/** What kubeadm (and kind) leaves behind: one cluster, one administrator, one context. */
export function adminConfig(server: string, certificate: NonNullable<ConfigUser['certificate']>): Kubeconfig {
  return {
    clusters: new Map([['kubernetes', { server, authority: true }]]),
    users: new Map([['kubernetes-admin', { certificate }]]),
    contexts: new Map([['kubernetes-admin@kubernetes', { cluster: 'kubernetes', user: 'kubernetes-admin' }]]),
    currentContext: 'kubernetes-admin@kubernetes',
  };
}

/** The file as an object, without its certificates; `only` keeps one context and what it names. Models kubectl config view. */
export function configObject(
  config: Kubeconfig,
  { raw, only }: { readonly raw: boolean; readonly only?: string },
): JsonObject {
  const context = only === undefined ? undefined : config.contexts.get(only);
  const keep = (name: string, wanted: string | undefined): boolean => only === undefined || name === wanted;
  const entries = <T>(map: ReadonlyMap<string, T>, wanted: string | undefined): [string, T][] =>
    [...map].filter(([name]) => keep(name, wanted)).sort(([a], [b]) => (a < b ? -1 : 1));
  const clusters = entries(config.clusters, context?.cluster).map(([name, { server, authority }]) => ({
    name,
    cluster: { server, ...(authority === true ? { 'certificate-authority-data': 'DATA+OMITTED' } : {}) },
  }));
  const users = entries(config.users, context?.user).map(([name, user]) => ({
    name,
    user: userView(user, raw),
  }));
  const contexts = entries(config.contexts, only).map(([name, each]) => ({
    name,
    context: each as unknown as Json,
  }));
  // A slice of Go's to which nothing was added is null.
  const slice = (items: readonly Json[]): Json => (items.length === 0 ? null : items);
  return {
    kind: 'Config',
    apiVersion: 'v1',
    clusters: slice(clusters),
    users: slice(users),
    contexts: slice(contexts),
    'current-context': config.currentContext,
  };
}

/** The file's text. */
export function configText(config: Kubeconfig): string {
  return toYaml(configObject(config, { raw: true }));
}

function userView({ certificate, token, username, password }: ConfigUser, raw: boolean): JsonObject {
  return {
    ...(certificate !== undefined
      ? { 'client-certificate-data': 'DATA+OMITTED', 'client-key-data': 'DATA+OMITTED' }
      : {}),
    ...(token === undefined ? {} : { token: raw ? token : 'REDACTED' }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password: raw ? password : 'REDACTED' }),
  };
}
