import { expect, it } from 'vitest';
import { CHANGES, editText, withManifests } from './what-if.ts';

const POD = `kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx # the newest
    ports: [{containerPort: 80}]
    resources: {limits: {memory: 64Mi}}
`;

it('changes one field and leaves the rest as written', () => {
  expect(editText(POD, CHANGES['pre-stop'])).toBe(`${POD}    lifecycle:
      preStop:
        sleep:
          seconds: 5
`);
  // A hook needs no port.
  const bare = POD.replace(/ {4}ports:.*\n/, '');
  expect(editText(bare, CHANGES['pre-stop'])).toContain('preStop');
  expect(editText(POD, CHANGES['more-memory'])).toContain('memory: 128Mi');
  expect(editText(POD, CHANGES['more-memory'])).toContain('# the newest');
});

it('leaves what it cannot change: a Service, a text with mistakes', () => {
  expect(editText('kind: Service\nspec: {}\n', CHANGES['no-grace'])).toBe('kind: Service\nspec: {}\n');
  expect(editText('kind: Pod\n  bad', CHANGES['no-grace'])).toBe('kind: Pod\n  bad');
  expect(editText(POD, CHANGES['one-more'])).toBe(POD);
});

it('changes the manifests of a run wherever they stand, and says when there are none', () => {
  const scenario = JSON.stringify({ title: 'x', files: { 'a.yaml': POD }, steps: [] });
  const inputs = [{ at: '1s', step: { kubectl: 'apply -f a.yaml' }, files: { 'a.yaml': POD } }];
  const shout = (text: string): string => text.replace('64Mi', '65Mi');
  const changed = withManifests({ catalogue: 'start', scenario, inputs }, shout);
  expect(changed?.catalogue).toBeUndefined();
  expect(changed?.scenario).toContain('65Mi');
  expect(changed?.inputs[0]?.files?.['a.yaml']).toContain('65Mi');
  const bare = { catalogue: 'start', scenario: '{"title":"x"}', inputs };
  expect(withManifests(bare, shout)?.catalogue).toBe('start');
  expect(withManifests({ scenario: '{"title":"x"}', inputs: [] }, shout)).toBeUndefined();
});

it('a scenario that is refused has nothing to change: it cannot be read, or is something else', () => {
  for (const scenario of ['title: [', '- a', 'just words', '', '{"files": 3, "steps": [null]}'])
    expect(withManifests({ scenario, inputs: [] }, (text) => `${text} `)).toBeUndefined();
});
