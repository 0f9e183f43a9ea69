import type { Resource } from '../../../../api/resources.ts';
import type { ConfigEntries } from './data.ts';

/** No blank after a word that is whole. Cobra's ShellCompDirective. */
export const NO_SPACE = 2;
/** Nothing to offer does not mean a file. */
export const NO_FILES = 4;
/** The words are endings of files. */
export const FILE_ENDINGS = 8;

/** Where words to offer come from. */
export type Source =
  | { readonly words: readonly string[] }
  | { readonly names: Resource; readonly namespace: string }
  /** Of a Pod, or of what TYPE/NAME has Pods; init containers first. */
  | { readonly containers: string; readonly namespace: string }
  | { readonly entries: ConfigEntries };

/** Some words to offer, each with something before and after it. */
export interface Piece {
  readonly source: Source;
  readonly before?: string;
  readonly after?: string;
  /** Named on the line already. */
  readonly without?: readonly string[];
}

/** What is offered for a word, before anything is asked of the cluster. */
export interface Plan {
  readonly pieces: readonly Piece[];
  /** The sum of the directives above. */
  readonly directive: number;
  /** Letters of the word that are not part of what is offered: `--output=`. */
  readonly skip?: number;
  /** Types behind which a name follows: no blank where they are all there is. */
  readonly halves?: boolean;
}

export const wordsPiece = (words: readonly string[], more: Partial<Piece> = {}): Piece => ({
  source: { words },
  ...more,
});

/** These pieces alone: where none fits, no file is meant. */
export const noFiles = (...pieces: readonly Piece[]): Plan => ({ pieces, directive: NO_FILES });

/** What completion knows without asking. */
export interface Known {
  readonly resources: readonly Resource[];
  /** The namespace of the context. */
  readonly namespace: string;
}

/** What is known of the line before the word. */
export interface Line extends Known {
  readonly command: string;
  readonly args: readonly string[];
}
