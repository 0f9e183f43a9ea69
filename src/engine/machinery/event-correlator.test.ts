import { describe, expect, it } from 'vitest';
import { EventCorrelator, type EventDraft } from './event-correlator.ts';

function draft(message: string, type: 'Normal' | 'Warning' = 'Normal'): EventDraft {
  return {
    source: { component: 'kubelet', host: 'worker-1' },
    about: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web', uid: 'u1' },
    type,
    reason: 'FailedCreate',
    message,
  };
}

describe('EventCorrelator', () => {
  it('counts the same message up instead of creating it again', () => {
    const correlator = new EventCorrelator();
    const first = correlator.correlate(draft('Back-off'), 0);
    expect(first.action).toBe('create');
    if (first.action === 'create') correlator.created(first.key, 'web.1');
    expect(correlator.correlate(draft('Back-off'), 1)).toMatchObject({
      action: 'patch',
      count: 2,
      name: 'web.1',
    });
  });

  it('combines the tenth distinct message with those that follow', () => {
    const correlator = new EventCorrelator();
    const messages: string[] = [];
    for (let i = 1; i <= 11; i++) {
      const result = correlator.correlate(draft(`pods "web-${i}" is forbidden`), i);
      if (result.action === 'create') correlator.created(result.key, `web.${i}`);
      if (result.action !== 'drop') messages.push(`${result.action} ${result.message}`);
    }
    expect(messages[8]).toBe('create pods "web-9" is forbidden');
    expect(messages[9]).toBe('create (combined from similar events): pods "web-10" is forbidden');
    expect(messages[10]).toBe('patch (combined from similar events): pods "web-11" is forbidden');
  });

  it('drops what goes over 25 of one type, and lets one through after five minutes', () => {
    const correlator = new EventCorrelator();
    const actions: string[] = [];
    for (let i = 0; i < 26; i++) {
      const result = correlator.correlate(draft('same', 'Warning'), i);
      if (result.action === 'create') correlator.created(result.key, 'web.1');
      actions.push(result.action);
    }
    expect(actions.slice(24)).toEqual(['patch', 'drop']);
    expect(correlator.correlate(draft('same', 'Warning'), 301_000_000)).toMatchObject({
      action: 'patch',
      count: 27,
    });
  });
});
