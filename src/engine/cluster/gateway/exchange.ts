import type { ApiStatus } from '../../../api/status.ts';

/** A request as HTTP brings it, read whole. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** A header's values, by its name in lower case. */
  header(name: string): readonly string[];
  /** All of them, as they were written. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Where an answer goes: whole, or its head once, then its text in pieces, then its end. */
export interface HttpAnswer {
  whole(code: number, headers: Headers, text: string): void;
  head(code: number, headers: Headers): void;
  write(text: string): void;
  end(): void;
}

/** The channels of a stream that is many: a frame's first byte names its own. Models v5.channel.k8s.io. */
export const STDIN = 0;
export const STDOUT = 1;
export const STDERR = 2;
/** Carries one Status, at the end. */
export const ERROR = 3;
/** Its one byte names the channel that is at its end. */
export const CLOSE = 255;

/** A request that wants to be a stream both ways: refused as HTTP, or upgraded and spoken through. */
export interface Upgrade {
  /** Says yes. */
  accept(): void;
  /** Says no, before any yes. */
  refuse(status: ApiStatus): void;
  send(channel: number, text: string): void;
  end(): void;
}
