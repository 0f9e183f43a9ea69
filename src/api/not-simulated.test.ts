import { describe, expect, it } from 'vitest';
import { IGNORED_FIELDS } from './not-simulated-table.ts';
import { notSimulated } from './not-simulated.ts';
import { RESOURCES } from './resources.ts';
import { type TypeRef, kindSchema, structSchema } from './schema.ts';

const pathsOf = (object: object): readonly string[] => notSimulated(object as never).map(({ path }) => path);

/** Whether the schema has a field at a path. */
function exists(struct: string, path: readonly string[]): boolean {
  const [part, ...rest] = path;
  if (part === undefined) return true;
  const field = structSchema(struct)?.fields.get(part.replace('[*]', ''));
  if (field === undefined || part.endsWith('[*]') !== (field.type.kind === 'list' && rest.length > 0))
    return false;
  let type: TypeRef = field.type;
  while (type.kind === 'list' || type.kind === 'map') type = type.kind === 'list' ? type.items : type.values;
  return rest.length === 0 || (type.kind === 'struct' && exists(type.name, rest));
}

describe('fields that are kept and not simulated', () => {
  it('are named where they stand', () => {
    const spec = {
      hostUsers: false,
      containers: [
        { name: 'a', image: 'x' },
        {
          name: 'b',
          image: 'x',
          securityContext: { seccompProfile: { type: 'RuntimeDefault' }, runAsUser: 5 },
          volumeDevices: [{ name: 'd', devicePath: '/dev/x' }],
        },
      ],
      volumes: [
        { name: 'e', emptyDir: {} },
        { name: 'n', iscsi: { targetPortal: 's', iqn: 'i', lun: 0 } },
      ],
    };
    const paths = [
      'containers[1].securityContext.seccompProfile',
      'hostUsers',
      'containers[1].volumeDevices',
      'volumes[1].iscsi',
    ];
    expect(pathsOf({ apiVersion: 'v1', kind: 'Pod', spec })).toEqual(paths.map((path) => `spec.${path}`));
    expect(
      pathsOf({
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        spec: { jobTemplate: { spec: { template: { spec } } } },
      }),
    ).toEqual(paths.map((path) => `spec.jobTemplate.spec.template.spec.${path}`));
  });

  it('are not what the API server fills in', () => {
    const service = {
      type: 'ClusterIP',
      ipFamilyPolicy: 'SingleStack',
      ipFamilies: ['IPv4'],
      sessionAffinity: 'None',
    };
    expect(pathsOf({ kind: 'Service', spec: service })).toEqual([]);
    expect(pathsOf({ kind: 'Service', spec: { ...service, type: 'LoadBalancer' } })).toEqual(['spec.type']);
    expect(
      pathsOf({ kind: 'StorageClass', provisioner: 'kubernetes.io/no-provisioner', reclaimPolicy: 'Delete' }),
    ).toEqual([]);
  });

  it('may be the whole object', () => {
    expect(pathsOf({ kind: 'Ingress', spec: {} })).toEqual(['']);
    expect(notSimulated(null)).toEqual([]);
    expect(pathsOf({ kind: 'constructor' })).toEqual([]);
  });

  it('exist: each row names kinds that are served and fields of their schema', () => {
    const wrong: string[] = [];
    for (const { kinds, paths } of IGNORED_FIELDS) {
      for (const kind of kinds) {
        const resource = RESOURCES.find((one) => one.kind === kind);
        const struct = kind === 'PodSpec' ? 'PodSpec' : kindSchema(resource?.apiVersion ?? '', kind)?.name;
        if (kind !== 'PodSpec' && resource === undefined) wrong.push(kind);
        for (const path of paths)
          if (path !== '' && !kinds.some((one) => hasField(one, path)))
            wrong.push(`${struct ?? kind}: ${path}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function hasField(kind: string, path: string): boolean {
  if (kind === 'PodSpec') return exists('PodSpec', path.split('.')) || isOfAnother(path);
  const resource = RESOURCES.find((one) => one.kind === kind);
  return exists(kindSchema(resource?.apiVersion ?? '', kind)?.name ?? '', path.split('.'));
}

/** Rows name a field for every kind of container or context at once; some have it not. */
function isOfAnother(path: string): boolean {
  return (
    exists(
      'PodSpec',
      path.replace(/^(?:ephemeralContainers|initContainers)\[\*\]/, 'containers[*]').split('.'),
    ) || exists('PodSpec', path.replace(/^securityContext/, 'containers[*].securityContext').split('.'))
  );
}
