import { expect, it } from 'vitest';
import { parseScenario } from './parse.ts';
import { titled, titleOfText } from './title.ts';

it.each([
  ['{"title":{"en":"A","ko":"가"},"steps":[]}', { en: 'A', ko: '가' }],
  ['{"title":"A: b","steps":[]}', 'A: b'],
  ['{title: flow}', undefined],
  ['title: A first Pod\nsteps: []\n', 'A first Pod'],
  ['# mine\ntitle: "A: b"\n', 'A: b'],
  ["title: 'it'\n", 'it'],
  ['title:\n  en: A Pod\n  ko: 파드\nsteps: []\n', { en: 'A Pod', ko: '파드' }],
  ['title:\n  ko: 파드\n  en: "A: Pod"\nsteps: []\n', { en: 'A: Pod', ko: '파드' }],
  ['title: {en: A Pod, ko: 파드}\nsteps: []\n', { en: 'A Pod', ko: '파드' }],
  ['title: {ko: \'파드, 둘\', en: "A: {b}, c"}\n', { en: 'A: {b}, c', ko: '파드, 둘' }],
  ['steps: []\n', undefined],
])('the title of %j', (text, title) => {
  expect(titleOfText(text)).toEqual(title);
});

it.each(['steps: []\n', '# mine\n---\nsteps: []\n', '{"steps":[]}'])(
  '%j takes the name of its file',
  (text) => {
    const named = titled(text, 'my "web"');
    expect(titleOfText(named)).toBe('my "web"');
    expect(parseScenario(named)).toMatchObject({ ok: true, value: { title: 'my "web"' } });
  },
);

it('a scenario needs no title', () => {
  expect(parseScenario('steps: []\n')).toMatchObject({ ok: true, value: { title: '' } });
});
