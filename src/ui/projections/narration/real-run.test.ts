import { describe, expect, it } from 'vitest';
import { LANGS } from '../../../i18n/lang.ts';
import type { Level } from '../../../trace/ids.ts';
import { storySubject } from '../pipeline/subject.ts';
import { APPLY_AND_DELETE, playedRun } from '../testing/real-run.ts';
import { narrate } from './narrate.ts';

const run = playedRun(APPLY_AND_DELETE, 40_000_000);
const subject = storySubject(run.trace, run.world);

function told(level: Level, lang: 'en' | 'ko'): readonly string[] {
  return run.story.steps(level).map((seq) => {
    const { sentence } = narrate({ ...run, seq, timeUs: run.trace.at(seq).at, lang }, subject);
    return sentence.map(({ text }) => text).join('');
  });
}

describe('the story of a Pod on the engine', () => {
  it('is told in milestones, in both languages', () => {
    expect(told(1, 'en').filter((text) => !text.includes('pid'))).toEqual([
      'You run kubectl apply -f nginx.yaml.',
      'Stored. Nothing runs yet.',
      'nginx is bound to worker-2. Now it is that kubelet’s turn.',
      'The sandbox stands: network and pause are in place.',
      'nginx is created, not started.',
      'nginx is Ready. Services may send it traffic now.',
      'You run kubectl delete pod nginx.',
      'nginx is marked for deletion. It still runs.',
      'nginx gets SIGQUIT and may finish its work.',
      'nginx ended with 0.',
      'nginx has Succeeded: every container ended with 0.',
      'nginx is gone from etcd.',
    ]);
    expect(told(1, 'ko')).toContain('nginx는 Ready다. 이제 Service가 트래픽을 보낼 수 있다.');
  });

  it('has some dozens of component steps, and the scheduler and the kubelet say why they woke', () => {
    const steps = told(2, 'en');
    expect(steps.length).toBeGreaterThan(30);
    expect(steps.length).toBeLessThan(70);
    expect(steps).toContain('The scheduler got ADDED, because nodeName is empty.');
    expect(steps).toContain('The kubelet watches only worker-2’s Pods. It learns of this one now.');
    expect(steps).toContain('The kubelet sees the mark and begins to stop nginx.');
  });

  it('leaves no record without a sentence of its own', () => {
    for (const lang of LANGS) {
      const bare = told(3, lang).filter(
        (text) => text === '' || /\{\w+[:#}]/.test(text) || /: \w+\.\w+$/.test(text),
      );
      expect(bare).toEqual([]);
    }
  });

  it('tells a read from a write, and an object that is not there from a refusal', () => {
    const every = told(3, 'en');
    expect(every).toContain('The API server has read it from etcd.');
    expect(every).toContain('The API server knows no such object: 404.');
    expect(every.filter((text) => /^[a-z]+ (fills|has nothing)/.test(text))).toEqual([]);
  });

  it('keeps English sentences short', () => {
    const long = [...new Set(told(2, 'en'))].filter((text) => text.split(' ').length > 14);
    expect(long).toEqual([]);
  });
});
