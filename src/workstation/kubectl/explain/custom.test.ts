import { expect, it } from 'vitest';
import { Desk } from '../../testing/desk.ts';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab, listKind: CronTabList, shortNames: [ct]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: CronTab runs a command at times.
        required: [spec]
        properties:
          spec:
            type: object
            required: [cronSpec]
            properties:
              cronSpec: {type: string, description: When.}
              port: {x-kubernetes-int-or-string: true}
              steps: {type: array, items: {type: object, properties: {name: {type: string}}}}
              template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
`;
const text = (description: string) => ({ type: 'string', description });
const DESCRIPTIONS = {
  definitions: {
    Pod: {
      properties: {
        apiVersion: { ...text('APIVersion defines.'), enum: ['v1'] },
        kind: { ...text('Kind is.'), enum: ['Pod'] },
        metadata: { $ref: '#/definitions/ObjectMeta', description: "Standard object's metadata." },
      },
      'x-group-version-kind': { group: '', version: 'v1', kind: 'Pod' },
    },
    ObjectMeta: { type: 'object', description: 'ObjectMeta is.', properties: { name: text('Name must.') } },
  },
};

function desk(): Desk {
  const made = new Desk({ descriptions: DESCRIPTIONS });
  made.workstation.writeFiles({ 'crd.yaml': CRD });
  made.line('kubectl apply -f crd.yaml; sleep 1');
  return made;
}

it('a custom kind is explained by its definition, with what every object has', () => {
  expect(desk().kubectl('explain ct').stdout).toBe(`GROUP:      stable.example.com
KIND:       CronTab
VERSION:    v1

DESCRIPTION:
    CronTab runs a command at times.
    
FIELDS:
  apiVersion\t<string>
    APIVersion defines.

  kind\t<string>
    Kind is.

  metadata\t<ObjectMeta>
    Standard object's metadata.

  spec\t<Object> -required-
    <no description>


`);
});

it('its fields are told to the last', () => {
  const { stdout } = desk().kubectl('explain crontabs.stable.example.com.spec --recursive');
  expect(stdout.slice(stdout.indexOf('FIELDS'))).toBe(`FIELDS:
  cronSpec\t<string> -required-
  port\t<Object>
  steps\t<[]Object>
    name\t<string>
  template\t<Object>
    apiVersion\t<string> -required-
    kind\t<string> -required-
    metadata\t<ObjectMeta>
      name\t<string>

`);
});

it('of a version that is not served nothing is known', () => {
  expect(desk().kubectl('explain ct --api-version=stable.example.com/v2').stderr).toBe(
    'error: couldn\'t find resource for "stable.example.com/v2, Resource=crontabs"\n',
  );
});
