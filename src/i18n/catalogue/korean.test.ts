import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isParticle, particle, type Particle } from '../particle.ts';

const HERE = import.meta.dirname;
const LINES = readdirSync(HERE)
  .filter((name) => name.endsWith('.ko.ts'))
  .flatMap((name) =>
    readFileSync(`${HERE}/${name}`, 'utf8')
      .split('\n')
      .map((text, at) => ({ where: `${name}:${at + 1}`, text })),
  );

/** Each particle by both of its forms. */
const BY_FORM: Readonly<Record<string, Particle>> = {
  은: '은',
  는: '은',
  이: '이',
  가: '이',
  을: '을',
  를: '을',
  과: '과',
  와: '과',
  으로: '으로',
  로: '으로',
};
const AFTER_LATIN = /([A-Za-z][A-Za-z.-]*)[”`*)]*(은|는|이|가|을|를|과|와|으로|로)(?=[\s.,:;'")\]*]|$)/g;

/** Words that are read otherwise than their letters say. */
const READ_SO: ReadonlySet<string> = new Set(['USER를', 'emptyDir을', 'm와']);

describe('Korean messages', () => {
  it('have the particle that the sound of the word before asks for', () => {
    const wrong = LINES.flatMap(({ where, text }) =>
      [...text.matchAll(AFTER_LATIN)].flatMap(([all, word = '', form = '']) => {
        const which = BY_FORM[form];
        if (which === undefined || !isParticle(which) || READ_SO.has(all)) return [];
        const want = particle(word, which);
        return want === form ? [] : [`${where} ${all}: ${want}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are in the plain form, and say a thing in one word', () => {
    const other =
      /[가-힣](?:습니다|세요|해요|이에요|예요)|샌드박스|백오프|레이블|쿼터|클레임|에디터|스케줄링 게이트|유예 기간|Pod(?:은|이|을|과)(?![가-힣])/;
    expect(LINES.filter(({ text }) => other.test(text)).map(({ where, text }) => where + text)).toEqual([]);
  });
});
