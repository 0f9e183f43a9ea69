/** A request as HTTP brings it, read whole. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** A header's values, by its name in lower case. */
  header(name: string): readonly string[];
  readonly body: string;
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Where an answer goes: its head once, then its text in pieces, then its end. */
export interface HttpAnswer {
  head(code: number, headers: Headers): void;
  write(text: string): void;
  end(): void;
}
