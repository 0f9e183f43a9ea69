import { resourceByKey } from '../../api/resources.ts';
import type { RecordOf } from '../../trace/record.ts';

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

/** HTTP's word for a verb: POST for create. */
export function methodOf(verb: string): string {
  return METHODS[verb] ?? verb.toUpperCase();
}

/** A resource as its URL names it, without its group: `deployments.apps` is `deployments`. */
export function plural(resource: string): string {
  return resource.split('.')[0] ?? resource;
}

/** The kind of a resource's objects: Pod for `pods`. */
export function kindOf(resource: string): string {
  return resourceByKey(resource)?.kind ?? plural(resource);
}

type Sent = RecordOf<'request.send'>['data'];

/** What a request is about: `pods/nginx/status`. */
export function pathOf({
  resource,
  name,
  subresource,
}: Pick<Sent, 'resource' | 'name' | 'subresource'>): string {
  return [plural(resource), name, subresource].filter((part) => part !== undefined && part !== '').join('/');
}

/** `PATCH pods/nginx/status`. */
export function requestLine(sent: Sent): string {
  return `${methodOf(sent.verb)} ${pathOf(sent)}`;
}

/** The label of a request's packet: `POST pods`, `POST binding`, `PATCH status`. */
export function requestLabel({ verb, resource, subresource }: Sent): string {
  return `${methodOf(verb)} ${subresource ?? plural(resource)}`;
}

/** An image as its author wrote it: Docker Hub's own parts left out, a digest shortened. */
export function shortImage(image: string): string {
  const bare = image.replace(/^docker\.io\/(?:library\/)?/, '');
  return bare.replace(/@sha256:([0-9a-f]{7})[0-9a-f]*/, '@$1');
}

/** The registry an image comes from. */
export function registryOf(image: string): string {
  const first = image.split('/')[0] ?? '';
  const named = image.includes('/') && (first.includes('.') || first.includes(':') || first === 'localhost');
  return named ? first : 'docker.io';
}

/** A command line as typed. */
export function commandLine({ line, argv }: RecordOf<'input.command'>['data']): string {
  return line ?? (argv[0] === 'kubectl' ? argv : ['kubectl', ...argv]).join(' ');
}
