import { expect, it } from 'vitest';
import { toKyaml } from './kyaml.ts';

it('prints as kubectl 1.36 -o kyaml does', () => {
  const object = {
    kind: 'ConfigMap',
    data: { yes: '1', text: 'line one\n  two\n', '1e3': 'a\tb' },
    list: [{ name: 'a' }, { name: 'b' }],
    words: ['x', 'y'],
    none: [],
    count: 3,
  };
  expect(toKyaml(object)).toBe(
    `---
{
  count: 3,
  data: {
    "1e3": "a\tb",
    text: "\\
       line one\\n\\
      \\  two\\n\\
      ",
    "yes": "1",
  },
  kind: "ConfigMap",
  list: [{
    name: "a",
  }, {
    name: "b",
  }],
  none: [],
  words: [
    "x",
    "y",
  ],
}
`,
  );
});
