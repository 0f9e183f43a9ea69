import { type Result, err, ok } from '../../../base/result.ts';

// Models containernetworking plugins/ipam/host-local (allocator.go, disk/backend.go).

const DOTTED = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/;

/** A subnet's bounds as numbers; undefined when it is no IPv4 CIDR. */
function parseCidr(
  cidr: string,
): { readonly base: number; readonly size: number; readonly prefix: number } | undefined {
  const match = DOTTED.exec(cidr);
  if (match === null) return undefined;
  const prefix = Number(match[5]);
  const address = match.slice(1, 5).reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - prefix);
  return { base: address - (address % size), size, prefix };
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

/** Addresses of one node's Pod subnet. Given out upwards from the last one, so that a freed one comes round only later. */
export class HostLocal {
  private readonly base: number;
  private readonly size: number;
  readonly prefix: number;
  readonly gateway: string;
  private last: number;
  /** Address → sandbox: the files in /var/lib/cni/networks/<net>. */
  readonly reserved = new Map<string, string>();

  constructor(cidr: string) {
    const parsed = parseCidr(cidr) ?? { base: 0x0a580000, size: 256, prefix: 24 };
    this.base = parsed.base;
    this.size = parsed.size;
    this.prefix = parsed.prefix;
    this.gateway = dotted(parsed.base + 1);
    this.last = parsed.base + 1;
  }

  /** Reserves the next free address; the error is the allocator's. */
  allocate(sandbox: string): Result<string, string> {
    const first = this.base + 1;
    const end = this.base + this.size - 2;
    for (let step = 1; step <= this.size; step++) {
      let candidate = this.last + step;
      if (candidate > end) candidate = first + ((candidate - first) % (end - first + 1));
      const address = dotted(candidate);
      if (address === this.gateway || this.reserved.has(address)) continue;
      this.reserved.set(address, sandbox);
      this.last = candidate;
      return ok(address);
    }
    return err(
      `failed to allocate for range 0: no IP addresses available in range set: ${dotted(first)}-${dotted(end)}`,
    );
  }

  /** Frees what the sandbox holds; nothing is fine. */
  release(sandbox: string): string[] {
    const freed: string[] = [];
    for (const [address, owner] of this.reserved) {
      if (owner !== sandbox) continue;
      this.reserved.delete(address);
      freed.push(address);
    }
    return freed;
  }
}
