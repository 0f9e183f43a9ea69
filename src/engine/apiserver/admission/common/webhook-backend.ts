/** What a webhook is told. Models admission/v1 AdmissionRequest. */
export interface WebhookRequest {
  readonly uid: string;
  readonly operation: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly object: unknown;
  readonly oldObject: unknown;
  readonly dryRun: boolean;
}

/** What it answers. Models admission/v1 AdmissionResponse; `error` is a call that failed in Go's words. */
export interface WebhookResponse {
  readonly allowed: boolean;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly warnings?: readonly string[];
  /** RFC 6902, of a mutating webhook. */
  readonly patch?: readonly unknown[];
  /** How long it takes; beyond the webhook's timeout the call fails. */
  readonly tookUs?: number;
  readonly error?: string;
}

/** The program behind a webhook's Service or URL, as a scenario defines it. */
export type WebhookBackend = (request: WebhookRequest) => WebhookResponse;
