// gzip, bzip2 and xz by their magic numbers. What they hold is kept as it is: sizes do not shrink.

export interface Format {
  readonly suffix: string;
  readonly magic: string;
}

export const FORMATS = {
  gzip: { suffix: '.gz', magic: '\x1f\x8b\x08\x00' },
  bzip2: { suffix: '.bz2', magic: 'BZh9' },
  xz: { suffix: '.xz', magic: '\xfd7zXZ\x00' },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** What the text is when it is taken out of whatever format it is in. */
export function unpacked(text: string): string {
  for (const { magic } of Object.values(FORMATS)) if (text.startsWith(magic)) return text.slice(magic.length);
  return text;
}
