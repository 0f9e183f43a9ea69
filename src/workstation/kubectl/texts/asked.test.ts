import { expect, it } from 'vitest';
import { asksForExplain, asksForHelp } from './asked.ts';

const typed = (line: string): string => JSON.stringify({ inputs: [{ step: { line } }] });

it.each([
  'kubectl get --help',
  'kubectl get -h',
  'kubectl help get',
  'kubectl',
  'k | head',
  'kubectl create',
  'kubectl create secret',
  'kubectl set | less',
  'kubectl options',
  'kubectl config nosuch',
  'kubectl top',
])('%s asks for help', (line) => expect(asksForHelp(typed(line))).toBe(true));

it.each([
  'kubectl get pods',
  'kubectl create deployment web --image=nginx',
  'kubectl rollout status deploy/web',
])('%s does not', (line) => expect(asksForHelp(typed(line))).toBe(false));

it('sees what is explained', () => {
  expect(asksForExplain(typed('kubectl explain pods'))).toBe(true);
  expect(asksForExplain(typed('kubectl get pods'))).toBe(false);
});
