import * as v from 'valibot';

const Whole = v.pipe(v.number(), v.safeInteger());
const Ask = v.intersect([
  v.object({ podscope: v.literal(1) }),
  v.variant('ask', [
    v.object({ ask: v.literal('load'), link: v.pipe(v.string(), v.maxLength(500_000)) }),
    v.object({
      ask: v.literal('seek'),
      record: v.optional(v.pipe(Whole, v.minValue(0))),
      /** Seconds from the first step. */
      at: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
    v.object({
      ask: v.literal('step'),
      by: v.optional(v.pipe(Whole, v.minValue(-1000), v.maxValue(1000)), 1),
    }),
    v.object({ ask: v.literal('play') }),
    v.object({ ask: v.literal('pause') }),
  ]),
]);

/** What the page around may ask. */
export type EmbedAsk = v.InferOutput<typeof Ask>;

/** What it is told. */
export type EmbedSay =
  | { readonly say: 'ready' }
  | {
      readonly say: 'step';
      readonly record: number;
      readonly records: number;
      readonly at: number;
    }
  | { readonly say: 'refused'; readonly why: string };

/** A message as an ask; undefined when it is not for us, and what is wrong when it is but cannot be understood. */
export function readAsk(data: unknown): EmbedAsk | { readonly wrong: string } | undefined {
  if (typeof data !== 'object' || data === null || (data as { podscope?: unknown }).podscope !== 1)
    return undefined;
  const read = v.safeParse(Ask, data);
  if (read.success) return read.output;
  const [issue] = read.issues;
  return { wrong: `${v.getDotPath(issue) ?? 'message'}: ${issue.message}` };
}
