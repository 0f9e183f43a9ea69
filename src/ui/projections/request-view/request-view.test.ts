import { describe, expect, it } from 'vitest';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { explanationOf, requestView, valueText } from './request-view.ts';
import { requestUnderCursor } from './under-cursor.ts';

const MESSAGE =
  'pods "nginx" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false';

/** `kubectl apply` sends a create that a gate may refuse, and prints what came of it. */
function created(refused: boolean) {
  const trace = new TraceWriter();
  const command = trace.put('you', 'input.command', { index: 0, argv: ['apply', '-f', 'nginx.yaml'] });
  const request = {
    client: 'kubectl',
    user: 'kubernetes-admin',
    verb: 'create',
    resource: 'pods',
    name: 'nginx',
  };
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'nginx', namespace: 'default' } };
  const end = refused
    ? trace.request({ ...request, refusedAt: { stage: 'validating', message: MESSAGE } }, command)
    : trace.request({ ...request, mutations: 2, code: 201, object }, command);
  if (refused)
    trace.put(
      'kubectl',
      'command.output',
      {
        command: 0,
        stream: 'stderr',
        text: `Error from server (Forbidden): error when creating "nginx.yaml": ${MESSAGE}\n`,
      },
      end,
    );
  return { run: runOf(trace.records), end };
}

describe('the request under the cursor', () => {
  it('is found from what came of it, and not where no request led', () => {
    const { run, end } = created(false);
    expect(requestUnderCursor(run.trace, end)).toBe(1);
    expect(requestUnderCursor(run.trace, 0)).toBeUndefined();
    expect(requestUnderCursor(run.trace, -1)).toBeUndefined();
  });

  it('shows gates it has not come to as still to come', () => {
    const { run } = created(false);
    const sent = requestView(run.trace, 1);
    expect(sent).toMatchObject({
      line: 'POST pods/nginx',
      user: 'kubernetes-admin',
      code: undefined,
      refusal: undefined,
    });
    expect(sent?.stages.map(({ stage, verdict }) => [stage, verdict])).toEqual([
      ['authentication', 'toCome'],
      ['authorization', 'toCome'],
      ['mutating', 'toCome'],
      ['validation', 'toCome'],
      ['validating', 'toCome'],
      ['storage', 'toCome'],
    ]);
  });

  it('leaves out a gate that the request goes on without', () => {
    const { run } = created(true);
    const last = run.trace.length - 1;
    for (const seq of [1, 4, last]) {
      const names = requestView(run.trace, seq)?.stages.map(({ stage }) => stage);
      expect(names, `at ${seq}`).not.toContain('defaulting');
      expect(names?.at(-1)).toBe('storage');
    }
  });

  it('shows what each gate changed', () => {
    const { run } = created(false);
    const last = run.trace.length - 1;
    const view = requestView(run.trace, last);
    expect(view).toMatchObject({ code: 201, refusal: undefined });
    expect(view?.stages.map(({ stage, verdict }) => [stage, verdict])).toEqual([
      ['authentication', 'passed'],
      ['authorization', 'passed'],
      ['mutating', 'mutated'],
      ['validation', 'passed'],
      ['validating', 'passed'],
      ['storage', 'passed'],
    ]);
    expect(view?.stages[2]?.steps[0]?.changes).toEqual([
      { path: 'spec.field0', after: 0 },
      { path: 'spec.field1', after: 1 },
    ]);
  });

  it('tells a refusal in the server’s words and in kubectl’s', () => {
    const { run } = created(true);
    const view = requestView(run.trace, run.trace.length - 1);
    expect(view?.stages.at(-1)).toEqual({ stage: 'storage', verdict: 'unreached', steps: [] });
    expect(view?.refusal).toEqual({
      stage: 'validating',
      code: 403,
      reason: 'Forbidden',
      message: MESSAGE,
      printed: `Error from server (Forbidden): error when creating "nginx.yaml": ${MESSAGE}`,
    });
  });
});

describe('a refusal that kubectl words anew', () => {
  it('is shown as kubectl printed it', () => {
    const trace = new TraceWriter();
    const command = trace.put('you', 'input.command', { index: 0, argv: ['run', 'Web'] });
    const message = 'Pod "Web" is invalid: metadata.name: Invalid value: "Web"';
    const request = {
      client: 'kubectl',
      user: 'kubernetes-admin',
      verb: 'create',
      resource: 'pods',
      name: 'Web',
    };
    const end = trace.request({ ...request, refusedAt: { stage: 'validation', message } }, command);
    const printed =
      'The Pod "Web" is invalid:\n* metadata.name: Invalid value: "Web"\n* spec.containers[0].name: Invalid value: "Web"';
    trace.put('kubectl', 'command.output', { command: 0, stream: 'stderr', text: `${printed}\n` }, end);
    const run = runOf(trace.records);
    expect(requestView(run.trace, run.trace.length - 1)?.refusal).toMatchObject({
      stage: 'validation',
      message,
      printed,
    });
  });
});

describe('a command that ended', () => {
  it('shows the last request it had sent', () => {
    const trace = new TraceWriter();
    const command = trace.put('you', 'input.command', { index: 0, argv: ['run', 'web'] });
    const request = {
      client: 'kubectl',
      user: 'kubernetes-admin',
      verb: 'create',
      resource: 'pods',
      name: 'web',
    };
    trace.request({ ...request, verb: 'get', code: 404 }, command);
    trace.request(request, command);
    trace.request({ ...request, client: 'kubelet', verb: 'patch' }, command);
    const exit = trace.put('kubectl', 'command.exit', { command: 0, exit: 0 }, command);
    const run = runOf(trace.records);
    expect(requestUnderCursor(run.trace, exit)).toBe(2);
    expect(requestUnderCursor(run.trace, command)).toBeUndefined();
  });
});

describe('explanations', () => {
  const refusal = { stage: 'validating', code: 403, reason: 'Forbidden', message: '', printed: '' } as const;

  it('go by plugin first, then by the answer, then by gate', () => {
    expect(explanationOf({ ...refusal, plugin: 'PodSecurity' })).toBe('PodSecurity');
    expect(explanationOf({ ...refusal, stage: 'storage', code: 409, reason: 'AlreadyExists' })).toBe(
      'exists',
    );
    expect(explanationOf({ ...refusal, stage: undefined, code: 404, reason: 'NotFound' })).toBe('notFound');
    expect(explanationOf({ ...refusal, stage: 'authorization' })).toBe('authorization');
    expect(explanationOf(refusal)).toBe('other');
  });

  it('write values as they would be typed', () => {
    expect([valueText('Always'), valueText(''), valueText(0), valueText({ a: [1] })]).toEqual([
      'Always',
      '""',
      '0',
      '{"a":[1]}',
    ]);
  });
});
