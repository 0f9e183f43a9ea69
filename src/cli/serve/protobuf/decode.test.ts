import { expect, it } from 'vitest';
import { decodeProtobuf } from './decode.ts';

/** One field: a varint, or bytes with their length before them. */
function field(number: number, value: number | string | readonly number[]): number[] {
  if (typeof value === 'number') return [number << 3, value];
  const bytes = typeof value === 'string' ? [...Buffer.from(value)] : value;
  return [(number << 3) | 2, bytes.length, ...bytes];
}

function envelope(apiVersion: string, kind: string, object: readonly number[]): Uint8Array {
  const typeMeta = [...field(1, apiVersion), ...field(2, kind)];
  return Uint8Array.from([...Buffer.from('k8s\0'), ...field(1, typeMeta), ...field(2, object)]);
}

const metadata = (name: string): number[] => field(1, [...field(1, name), ...field(3, ''), ...field(8, [])]);

it('reads maps, bytes, inlined messages and pointers to zero, and leaves out the zeros of what is no pointer', () => {
  const secret = [
    ...metadata('s'),
    ...field(2, [...field(1, 'a'), ...field(2, 'b')]),
    ...field(3, 'Opaque'),
    ...field(5, 0),
  ];
  expect(decodeProtobuf(envelope('v1', 'Secret', secret))).toEqual({
    ok: true,
    value: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's' },
      data: { a: 'Yg==' },
      type: 'Opaque',
      immutable: false,
    },
  });
  const volume = [...field(1, 'v'), ...field(2, field(2, []))];
  const pod = [...metadata('p'), ...field(2, [...field(1, volume), ...field(11, 0)])];
  expect(decodeProtobuf(envelope('v1', 'Pod', pod))).toMatchObject({
    value: { spec: { volumes: [{ name: 'v', emptyDir: {} }] } },
  });
});

it('reads quantities, ports by number and name, and times', () => {
  const probe = field(
    1,
    field(2, [...field(2, field(1, 0)), ...field(2, [...field(1, 1), ...field(3, 'http')])]),
  );
  const container = [
    ...field(1, 'c'),
    ...field(8, field(1, [...field(1, 'cpu'), ...field(2, field(1, '1'))])),
  ];
  const pod = field(2, field(2, [...container, ...field(10, probe)]));
  expect(decodeProtobuf(envelope('v1', 'Pod', pod))).toMatchObject({
    value: {
      spec: {
        containers: [
          { name: 'c', resources: { limits: { cpu: '1' } }, livenessProbe: { httpGet: { port: 'http' } } },
        ],
      },
    },
  });
  const made = field(1, field(8, field(1, 60)));
  expect(decodeProtobuf(envelope('apps/v1', 'Deployment', made))).toMatchObject({
    value: { metadata: { creationTimestamp: '1970-01-01T00:01:00Z' } },
  });
});

it('says what is no object', () => {
  expect(decodeProtobuf(Buffer.from('{}'))).toMatchObject({ ok: false });
  expect(decodeProtobuf(envelope('v1', 'Nosuch', []))).toEqual({
    ok: false,
    error: 'no kind "Nosuch" is known for version "v1"',
  });
  expect(decodeProtobuf(envelope('v1', 'Pod', field(15, 'x')))).toEqual({
    ok: false,
    error: 'field 15 of core/v1.Pod is not known',
  });
  expect(decodeProtobuf(envelope('v1', 'Pod', [10, 50]))).toEqual({ ok: false, error: 'unexpected EOF' });
});
