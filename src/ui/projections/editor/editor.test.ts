import { describe, expect, it } from 'vitest';
import { readManifests } from '../../../api/yaml/documents.ts';
import { filledLines } from './filled.ts';
import { ignoredFields } from './not-simulated.ts';
import { fieldPathsIn, refusalProblems, syntaxProblem } from './refusal.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: nginx
spec:
  containers:
  - name: nginx
    image: nginx:1.29
    ports:
    - containerPort: 80
`;

describe('filledLines', () => {
  it('puts each field the cluster added behind what was written at its level', () => {
    const [document] = readManifests(POD).documents;
    const stored = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'nginx', namespace: 'default', uid: 'u' },
      ...{
        spec: {
          containers: [
            {
              name: 'nginx',
              image: 'nginx:1.29',
              imagePullPolicy: 'IfNotPresent',
              ports: [{ containerPort: 80, protocol: 'TCP' }],
            },
          ],
          nodeName: 'worker-2',
          restartPolicy: 'Always',
        },
        status: { phase: 'Pending' },
      },
    };
    expect(document === undefined ? [] : filledLines(document, stored)).toEqual([
      { after: 4, text: '  namespace: default', by: 'apiserver' },
      { after: 10, text: '      protocol: TCP', by: 'apiserver' },
      { after: 10, text: '    imagePullPolicy: IfNotPresent', by: 'apiserver' },
      { after: 10, text: '  nodeName: worker-2', by: 'scheduler' },
      { after: 10, text: '  restartPolicy: Always', by: 'apiserver' },
    ]);
  });
});

describe('fields that are not simulated', () => {
  it('are named at their line, in the language of the page', () => {
    const text = `${POD}    securityContext:\n      seccompProfile: {type: RuntimeDefault}\n`;
    expect(ignoredFields(POD, 'en')).toEqual([]);
    const [field, ...others] = ignoredFields(text, 'en');
    expect(others).toEqual([]);
    expect(field).toMatchObject({ line: 12, path: 'spec.containers[0].securityContext.seccompProfile' });
    expect(ignoredFields(text, 'ko')[0]?.message).not.toBe(field?.message);
    expect(ignoredFields('not: [yaml', 'en')).toEqual([]);
  });
});

describe('refusals', () => {
  it('finds the fields a message names, and their lines', () => {
    const unknown =
      'Error from server (BadRequest): Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].ports"';
    expect(fieldPathsIn(unknown)).toEqual(['spec.containers[0].ports']);
    expect(refusalProblems(POD, unknown)).toEqual([{ line: 9, column: 5, message: unknown }]);
    const invalid = 'The Pod "nginx" is invalid: spec.containers[0].image: Required value';
    expect(refusalProblems(POD, invalid)[0]).toMatchObject({ line: 8 });
  });

  it('finds the fields of sentences that name none by its path', () => {
    const security =
      'Error from server (Forbidden): pods "nginx" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "nginx" must set securityContext.allowPrivilegeEscalation=false), restricted volume types (volume "data" uses restricted volume type "hostPath")';
    expect(fieldPathsIn(security)).toEqual([
      'spec.containers[name="nginx"].securityContext.allowPrivilegeEscalation',
      'spec.volumes[name="data"]',
    ]);
    // The field is not written: its container is where it would stand.
    expect(refusalProblems(POD, security).map(({ line }) => line)).toEqual([7, 5]);
    const quota = 'failed quota: q: must specify limits.cpu for: nginx; limits.memory for: nginx';
    expect(refusalProblems(POD, quota).map(({ line }) => line)).toEqual([7]);
    const exists = 'Error from server (AlreadyExists): pods "nginx" already exists';
    expect(refusalProblems(POD, exists).map(({ line }) => line)).toEqual([4]);
    const forbidden =
      'pods is forbidden: User "dev" cannot create resource "pods" in API group "" in the namespace "default"';
    expect(refusalProblems(POD, forbidden).map(({ line }) => line)).toEqual([2]);
  });

  it('says where a file stops being YAML', () => {
    expect(syntaxProblem('a: b\n c: d\n')?.line).toBe(2);
    expect(syntaxProblem(POD)).toBeUndefined();
  });
});
