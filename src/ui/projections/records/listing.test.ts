import { describe, expect, it } from 'vitest';
import { runOf } from '../testing/builder.ts';
import { firstPod } from '../testing/first-pod.ts';
import { listing, placeOf, roleOfRecord } from './listing.ts';

describe('listing', () => {
  const run = runOf(firstPod().records);
  const all = (words: string) =>
    listing(run.trace, run.story, { scope: 'cluster', level: 3, words }).map((seq) => run.trace.at(seq));

  it('has every record of the cluster, or the steps of a level', () => {
    expect(all('')).toHaveLength(run.trace.length);
    expect(listing(run.trace, run.story, { scope: 'story', level: 1, words: '' })).toEqual(
      run.story.steps(1),
    );
  });

  it('finds by actor, kind and the names in the data, whatever the case, and needs every word', () => {
    const found = all('KUBELET cri.call');
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(run.trace.length);
    expect(all('nginx').length).toBeGreaterThan(0);
    expect(all('nginx no-such-name')).toEqual([]);
  });

  it('keeps what it was when the run grows', () => {
    const steps = listing(run.trace, run.story, { scope: 'story', level: 3, words: '' });
    expect(steps).not.toBe(run.story.steps(3));
  });
});

describe('placeOf', () => {
  it('is the last one that has happened', () => {
    expect([-1, 4, 5, 9, 30].map((seq) => placeOf([5, 9, 12], seq))).toEqual([-1, -1, 0, 1, 2]);
  });
});

describe('roleOfRecord', () => {
  it('gives a write to etcd and a request to its client', () => {
    const run = runOf(firstPod().records);
    const roles = new Map(run.trace.all().map((record) => [record.kind, roleOfRecord(record)]));
    expect(roles.get('object.put')).toBe('etcd');
    expect(run.trace.all().find(({ kind }) => kind === 'request.send')).toBeDefined();
  });
});
