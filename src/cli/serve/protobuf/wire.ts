/** One field of a message as it lies on the wire. */
export interface WireField {
  readonly number: number;
  /** A varint as it is, or the bytes of a length-delimited field. */
  readonly value: bigint | Uint8Array;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** The fields of a protobuf message, in order. Throws RangeError where the bytes end too early. */
export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const reader = new Reader(bytes);
  while (!reader.done) {
    const tag = Number(reader.varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case VARINT:
        yield { number, value: reader.varint() };
        break;
      case BYTES:
        yield { number, value: reader.take(Number(reader.varint())) };
        break;
      case FIXED64:
        yield { number, value: reader.take(8) };
        break;
      case FIXED32:
        yield { number, value: reader.take(4) };
        break;
      default:
        throw new RangeError(`proto: illegal wireType ${tag & 7}`);
    }
  }
}

class Reader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || shift > 63n) throw new RangeError('unexpected EOF');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw new RangeError('unexpected EOF');
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }
}
