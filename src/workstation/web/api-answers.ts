import { LateCode } from '../../engine/kernel/late-code.ts';
import type { Task } from '../../engine/kernel/task.ts';
import type { Client, Identity } from '../../engine/machinery/client.ts';
import type { HttpRequest, HttpResponse } from '../../engine/workloads/sockets.ts';

/** The API as HTTP sees it. */
export interface ApiAnswers {
  /** Carries a request out for whoever the client is. */
  answer(client: Client, request: HttpRequest): Task<HttpResponse>;
  /** Who a request says that it comes from: a bearer token's owner, else nobody in particular. */
  callerOf(request: HttpRequest, from: string): Identity;
}

/** The code comes with a run that asks the API without kubectl. */
export const API_ANSWERS = new LateCode<ApiAnswers>('http', 'the API over HTTP');
