import { expect, it } from 'vitest';
import { embedAddress, embedHtml, markdownMoment } from './snippets.ts';

const LINK = 'https://example.test/podscope/?lang=ko#1.abc.s=3&lang=ko';

it('the embedded page is the same address with ?embed', () => {
  expect(embedAddress(LINK)).toBe('https://example.test/podscope/?lang=ko&embed#1.abc.s=3&lang=ko');
  expect(embedAddress('https://example.test/#1.abc')).toBe('https://example.test/?embed#1.abc');
});

it('a title cannot leave its attribute, nor the text of a link', () => {
  expect(embedHtml(LINK, '"><script>')).toContain('title="&quot;>&lt;script>"');
  expect(embedHtml(LINK, 'x')).toContain('embed#1.abc.s=3&amp;lang=ko"');
  const told = { title: 'a](x) *b*', sentence: 'It <stops>', picture: 'podscope.png' };
  expect(markdownMoment(LINK, told)).toBe(
    `[![a\\](x) \\*b\\*](podscope.png)](${LINK})\n\n[a\\](x) \\*b\\*](${LINK}): It \\<stops\\>\n`,
  );
});
