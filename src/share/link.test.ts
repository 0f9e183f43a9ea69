import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from './codec.ts';
import { type SharedLink, decodeLink, encodeLink } from './link.ts';

const FIRST_POD: SharedLink = {
  run: { catalogue: 'first-pod' },
  view: { seq: 31, at: 3_412_000, level: 2, lang: 'ko' },
};

describe('links', () => {
  it('says where and what, and comes back whole', async () => {
    const link: SharedLink = {
      run: {
        scenario: 'title: 한글\nsteps: []\n',
        seed: 7,
        inputs: [{ at: '2.5s', step: { kubectl: 'delete pod nginx' } }],
        untilUs: 660_000_000,
      },
      view: { seq: 12, at: 2_500_000, level: 3, zoom: 2, selection: 'pods/default/nginx', lang: 'en' },
    };
    const decoded = await decodeLink(await encodeLink(link));
    expect(decoded).toEqual({ ok: true, value: link });
  });

  it('holds a long sitting: whatever can be typed can be sent', async () => {
    const inputs = Array.from({ length: 3_000 }, (_, n) => ({ at: `${n}s`, step: { run: `echo ${n}` } }));
    const decoded = await decodeLink(await encodeLink({ run: { catalogue: 'first-pod', inputs }, view: {} }));
    expect(decoded.ok && decoded.value.run.inputs).toEqual(inputs);
  });

  it('opens the links of released versions for ever', async () => {
    const released = '#1.q1ZKTixJzMlPL01VslJKyywqLtEtyE9RqgUA.s=31&t=3412000&l=2&lang=ko';
    expect(await decodeLink(released)).toEqual({
      ok: true,
      value: { ...FIRST_POD, view: { ...FIRST_POD.view } },
    });
    expect((await encodeLink(FIRST_POD)).length).toBeLessThanOrEqual(200);
  });

  it('keeps the run when the view is lost', async () => {
    const link = await encodeLink(FIRST_POD);
    const cut = await decodeLink(`${link.slice(0, link.lastIndexOf('.'))}.%%%&s=x&l=9&z=77`);
    expect(cut.ok && cut.value.run).toEqual(FIRST_POD.run);
    expect(cut.ok && Object.values(cut.value.view).every((value) => value === undefined)).toBe(true);
  });

  it('names what is wrong with a link that does not open', async () => {
    expect(await decodeLink('#9.abc')).toEqual({ ok: false, error: { kind: 'future-version', version: 9 } });
    expect(await decodeLink('#1.!!!!')).toEqual({ ok: false, error: { kind: 'damaged' } });
    expect(await decodeLink(`#1.${'A'.repeat(500_000)}`)).toEqual({
      ok: false,
      error: { kind: 'too-large' },
    });
    expect(await decodeLink(`#1.${await pack('[1,2]')}`)).toMatchObject({
      ok: false,
      error: { kind: 'not-a-run' },
    });
    expect(await decodeLink(`#1.${await pack('{"seed":1}')}`)).toMatchObject({
      ok: false,
      error: { kind: 'not-a-run', where: 'scenario' },
    });
  });

  it('does not unfold a bomb', async () => {
    const bomb = await pack('0'.repeat(20_000_000));
    expect(bomb.length).toBeLessThan(400_000);
    expect(await decodeLink(`#1.${bomb}`)).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('answers every mutated link, and pollutes no prototype', async () => {
    const good = await encodeLink(FIRST_POD);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: good.length - 1 }),
        fc.string({ maxLength: 4 }),
        async (at, text) => {
          const answer = await decodeLink(good.slice(0, at) + text + good.slice(at + 1));
          expect(typeof answer.ok).toBe('boolean');
        },
      ),
      { numRuns: 300 },
    );
    const evil = await pack('{"catalogue":"first-pod","__proto__":{"polluted":1},"files":{"__proto__":"x"}}');
    const opened = await decodeLink(`#1.${evil}`);
    expect(opened.ok).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
