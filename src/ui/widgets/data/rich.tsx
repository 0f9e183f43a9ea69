import type { Segment } from '../../../i18n/template.ts';

/** A message of `t.rich(…)` with its strong words and code. */
export function Rich({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map((segment, index) => {
    if (segment.style === 'strong') return <b key={index}>{segment.text}</b>;
    if (segment.style === 'code') return <code key={index}>{segment.text}</code>;
    return <span key={index}>{segment.text}</span>;
  });
}
