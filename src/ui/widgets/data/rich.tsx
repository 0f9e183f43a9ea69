import type { Segment } from '../../../i18n/template.ts';

/** A message of `t.rich(…)` with its strong words and code. */
export function Rich({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map((segment, index) => {
    if (segment.style === 'strong') return <b key={index}>{segment.text}</b>;
    if (segment.style === 'code') return <code key={index}>{whole(segment.text)}</code>;
    return <span key={index}>{segment.text}</span>;
  });
}

const WHOLE = { whiteSpace: 'nowrap' } as const;

/** A command's flags as wholes: a line may end before `-f`, never within it. */
const whole = (code: string) =>
  code.split(/((?<=\s)-\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} style={WHOLE}>
        {part}
      </span>
    ),
  );
