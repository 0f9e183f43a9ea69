/** Longest payload that is looked at, in characters: nobody's address bar takes more. */
export const MAX_ENCODED = 400_000;
/** Most bytes a payload may unfold to: what stops a small link from filling the memory. */
export const MAX_INFLATED = 4_000_000;

export type CodecProblem = 'too-large' | 'damaged';

/** Text → deflate → base64url. */
export async function pack(text: string): Promise<string> {
  const deflated = await collect(
    streamOf(new TextEncoder().encode(text), new CompressionStream('deflate-raw')),
    Number.POSITIVE_INFINITY,
  );
  return toBase64Url(deflated as Uint8Array);
}

/** The reverse of `pack`; never unfolds more than MAX_INFLATED bytes. */
export async function unpack(
  encoded: string,
): Promise<{ readonly text: string } | { readonly problem: CodecProblem }> {
  if (encoded.length > MAX_ENCODED) return { problem: 'too-large' };
  const bytes = fromBase64Url(encoded);
  if (bytes === undefined) return { problem: 'damaged' };
  try {
    const inflated = await collect(streamOf(bytes, new DecompressionStream('deflate-raw')), MAX_INFLATED);
    if (inflated === undefined) return { problem: 'too-large' };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(inflated) };
  } catch {
    // Bytes that are no deflate stream or no UTF-8: browsers throw TypeError, Node its zlib's own error.
    return { problem: 'damaged' };
  }
}

function streamOf(
  bytes: Uint8Array<ArrayBuffer>,
  through: GenericTransformStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(through);
}

/** All bytes of a stream, or undefined as soon as there are more than `limit`. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const CHUNK = 8_192;

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
