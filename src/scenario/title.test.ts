import { expect, it } from 'vitest';
import { titleOfText } from './title.ts';

it.each([
  ['{"title":{"en":"A","ko":"가"},"steps":[]}', { en: 'A', ko: '가' }],
  ['{"title":"A: b","steps":[]}', 'A: b'],
  ['{title: flow}', undefined],
  ['title: A first Pod\nsteps: []\n', 'A first Pod'],
  ['# mine\ntitle: "A: b"\n', 'A: b'],
  ["title: 'it'\n", 'it'],
  ['title:\n  en: A Pod\n  ko: 파드\nsteps: []\n', { en: 'A Pod', ko: '파드' }],
  ['title:\n  ko: 파드\n  en: "A: Pod"\nsteps: []\n', { en: 'A: Pod', ko: '파드' }],
  ['steps: []\n', undefined],
])('the title of %j', (text, title) => {
  expect(titleOfText(text)).toEqual(title);
});
