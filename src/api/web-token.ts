import { base64Url, fromBase64Url } from '../base/base64.ts';

const HEADER = base64Url(JSON.stringify({ alg: 'RS256', kid: 'podscope' }));

/** The shape of a JSON web token; the signature is a random one, since nobody outside could check it. */
export function webToken(payload: object, signature: string): string {
  return `${HEADER}.${base64Url(JSON.stringify(payload))}.${base64Url(signature)}`;
}

/** What a web token says, if it is one. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(fromBase64Url(token.split('.')[1] ?? ''));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
