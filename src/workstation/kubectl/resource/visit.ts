import { goQuote } from '../../../api/go-text.ts';
import { type Resource, joinApiVersion } from '../../../api/resources.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { RequestOptions } from '../../../engine/machinery/client.ts';
import { ApiFailure, type CommandError, asCommandError, throwAll } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, nameOf, namespaceOf } from '../object.ts';
import type { ListTarget, Wanted } from './arguments.ts';
import { getInfo } from './get-info.ts';
import { type Info, refreshed } from './info.ts';

export interface VisitOptions {
  /** Objects of files and names are fetched from the server first. */
  readonly latest?: boolean;
  /** Asks for Tables; a collection is then one Info. */
  readonly asTable?: boolean;
  readonly subresource?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Objects asked for in one request; 0 for all. */
  readonly chunk?: number;
  /** Names are handed on without being fetched. */
  readonly lazy?: boolean;
  /** A missing object is no error and no object. */
  readonly ignoreNotFound?: boolean;
}

const CHUNK = 500;

/** Hands every object to `take`, in order, and goes on past errors; throws them together at the end. */
export function* visit(kube: Kube, wanted: Wanted, options: VisitOptions, take: (info: Info) => Task): Task {
  throwAll(yield* tryVisit(kube, wanted, options, take));
}

/** As `visit`, answering the errors. Models ContinueOnErrorVisitor. */
export function* tryVisit(
  kube: Kube,
  wanted: Wanted,
  options: VisitOptions,
  take: (info: Info) => Task,
): Task<CommandError[]> {
  const errors: CommandError[] = [];
  const attempt = function* (task: Task): Task {
    try {
      yield* task;
    } catch (error) {
      if (options.ignoreNotFound === true && error instanceof ApiFailure && error.error.reason === 'NotFound')
        return;
      errors.push(asCommandError(error));
    }
  };
  // An item of a list that fails leaves the others to be visited.
  const each = wanted.kind === 'lists' ? (info: Info): Task => attempt(take(info)) : take;
  for (const step of steps(kube, wanted, options, each)) yield* attempt(step());
  return errors;
}

/** All objects, and the errors met. Models Result.Infos. */
export function* collect(
  kube: Kube,
  wanted: Wanted,
  options: VisitOptions,
): Task<{ readonly infos: Info[]; readonly errors: CommandError[] }> {
  const infos: Info[] = [];
  // eslint-disable-next-line require-yield
  const errors = yield* tryVisit(kube, wanted, options, function* (info): Task {
    infos.push(info);
  });
  return { infos, errors };
}

/** All objects; throws when one could not be had. */
export function* allInfos(kube: Kube, wanted: Wanted, options: VisitOptions = {}): Task<Info[]> {
  const { infos, errors } = yield* collect(kube, wanted, options);
  throwAll(errors);
  return infos;
}

type Step = () => Task;

function* steps(
  kube: Kube,
  wanted: Wanted,
  options: VisitOptions,
  take: (info: Info) => Task,
): Generator<Step> {
  switch (wanted.kind) {
    case 'files':
      for (const entry of wanted.entries) {
        yield function* (): Task {
          if ('error' in entry) throw entry.error;
          const { info } = entry;
          yield* take(options.latest === true ? yield* fetched(kube, info, options) : info);
        };
      }
      return;
    case 'names':
      for (const target of wanted.targets) {
        yield function* (): Task {
          const info: Info = { ...target, source: '', object: {} };
          yield* take(options.lazy === true ? info : yield* fetched(kube, info, options));
        };
      }
      return;
    case 'lists':
      for (const list of wanted.lists) yield () => listed(kube, list, options, take);
  }
}

function* fetched(kube: Kube, info: Info, options: VisitOptions): Task<Info> {
  const object = yield* getInfo(kube, info, requestOptions(options), options.subresource);
  return options.asTable === true ? { ...info, object } : refreshed(info, object);
}

function requestOptions({ asTable, params }: VisitOptions): RequestOptions | undefined {
  if (asTable !== true && params === undefined) return undefined;
  return { ...(asTable === true ? { asTable } : {}), ...(params === undefined ? {} : { params }) };
}

function* listed(kube: Kube, target: ListTarget, options: VisitOptions, take: (info: Info) => Task): Task {
  const { resource, namespace } = target;
  const limit = options.chunk ?? CHUNK;
  let next = '';
  do {
    const query: RequestOptions = {
      ...requestOptions(options),
      ...selection(target),
      ...(limit > 0 ? { limit } : {}),
      ...(next === '' ? {} : { continue: next }),
    };
    const list = yield* requestList(kube, target, query);
    const metadata = list['metadata'] as { readonly continue?: string } | undefined;
    if (options.asTable === true) yield* take({ resource, namespace, name: '', source: '', object: list });
    else
      for (const item of (list['items'] ?? []) as readonly Unstructured[])
        yield* take(itemInfo(resource, item));
    next = metadata?.continue ?? '';
  } while (next !== '');
}

export function selection({
  labelSelector,
  fieldSelector,
}: Pick<ListTarget, 'labelSelector' | 'fieldSelector'>): RequestOptions {
  return {
    ...(labelSelector === '' ? {} : { labelSelector }),
    ...(fieldSelector === '' ? {} : { fieldSelector }),
  };
}

/** An item of a list as an object of its own. */
export function itemInfo(resource: Resource, item: Unstructured): Info {
  const object =
    item['kind'] === undefined ? { apiVersion: resource.apiVersion, kind: resource.kind, ...item } : item;
  return {
    resource,
    namespace: resource.namespaced ? namespaceOf(object) : '',
    name: nameOf(object),
    source: '',
    object,
  };
}

function* requestList(kube: Kube, target: ListTarget, query: RequestOptions): Task<Unstructured> {
  try {
    return (yield* kube.api.list(target.resource, target.namespace, query)) as unknown as Unstructured;
  } catch (error) {
    throw enhanced(error, target);
  }
}

/** Models resource.EnhanceListError. */
function enhanced(error: unknown, { resource, labelSelector, fieldSelector }: ListTarget): unknown {
  if (!(error instanceof ApiFailure) || error.error.kind !== 'Status') return error;
  if (error.error.reason !== 'BadRequest' && error.error.reason !== 'NotFound') return error;
  const version =
    resource.group === '' ? `/${resource.version}` : joinApiVersion(resource.group, resource.version);
  const subject = goQuote(`${version}, Resource=${resource.resource}`);
  const message =
    labelSelector === '' && fieldSelector === ''
      ? `Unable to list ${subject}: ${error.message}`
      : `Unable to find ${subject} that match label selector ${goQuote(labelSelector)}, field selector ${goQuote(fieldSelector)}: ${error.message}`;
  return new ApiFailure({ ...error.error, message });
}
