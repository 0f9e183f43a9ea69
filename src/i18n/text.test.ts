import { describe, expect, it } from 'vitest';
import { pickLang } from './lang.ts';
import { placeholders } from './template.ts';
import { defineText, text } from './text.ts';

const sample = defineText(
  {
    pull: '**{who}** is downloading `{image}`.',
    seen: '{n#record|records} of {total}',
    idle: 'Nothing runs yet.',
  },
  {
    pull: '**{who:이}** `{image:을}` 내려받는다.',
    seen: '기록 {total}개 중 {n}개',
    idle: '아직 아무것도 실행되지 않았다.',
  },
);

describe('text', () => {
  it('fills parameters, nouns and particles', () => {
    const en = text(sample, 'en');
    const ko = text(sample, 'ko');
    expect(en('pull', { who: 'containerd', image: 'nginx:1.29' })).toBe(
      'containerd is downloading nginx:1.29.',
    );
    expect(ko('pull', { who: 'kubelet', image: 'nginx:1.29' })).toBe('kubelet이 nginx:1.29를 내려받는다.');
    expect([en('seen', { n: 1, total: 5 }), en('seen', { n: 3, total: 5 })]).toEqual([
      '1 record of 5',
      '3 records of 5',
    ]);
    expect(ko('idle')).toBe('아직 아무것도 실행되지 않았다.');
  });

  it('reads markup from the template and never from a value', () => {
    expect(text(sample, 'en').rich('pull', { who: '**x**', image: 'a`b' })).toEqual([
      { style: 'strong', text: '**x**' },
      { style: 'plain', text: ' is downloading ' },
      { style: 'code', text: 'a`b' },
      { style: 'plain', text: '.' },
    ]);
  });

  it('is one function per catalogue and language', () => {
    expect(text(sample, 'ko')).toBe(text(sample, 'ko'));
    expect(text(sample, 'en').has('pull')).toBe(true);
    expect(text(sample, 'en').has('toString')).toBe(false);
  });

  it('rejects a translation with a stray placeholder or a missing key', () => {
    // @ts-expect-error `other` is not in English
    defineText({ a: '{one}' }, { a: '{other}' });
    // @ts-expect-error `b` is missing
    defineText({ a: 'x', b: 'y' }, { a: 'x' });
    // @ts-expect-error a parameter is missing
    expect(text(sample, 'en')('seen', { n: 2 })).toBe('2 records of {total}');
  });
});

describe('catalogues', () => {
  const modules = import.meta.glob<Record<string, unknown>>(['./catalogue/*.ts', '!./catalogue/*.test.ts'], {
    eager: true,
  });
  const joined = Object.entries(modules).filter(([path]) => !/\.(en|ko)\.ts$/.test(path));

  it('finds every feature', () => {
    expect(joined.length).toBeGreaterThan(0);
  });

  it.each(joined)('%s fills the same placeholders and is never empty', (_path, exports) => {
    for (const value of Object.values(exports) as ReturnType<typeof defineText>[]) {
      for (const [key, english] of Object.entries(value.en)) {
        const korean = value.ko[key] ?? '';
        expect(korean.trim(), key).not.toBe('');
        expect(placeholders(english), key).toEqual(expect.arrayContaining([...placeholders(korean)]));
        expect(korean, key).not.toMatch(/하세요|습니다|[!！]/);
      }
    }
  });
});

describe('language choice', () => {
  it('takes the first tag it speaks', () => {
    expect([pickLang(['ko-KR', 'en']), pickLang(['fr', 'ko']), pickLang(['de']), pickLang([])]).toEqual([
      'ko',
      'ko',
      'en',
      'en',
    ]);
  });
});
