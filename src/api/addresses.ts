// Parsing and checking of IP addresses and CIDRs, without a network. Models k8s.io/utils/net
// (sloppy: leading zeros are read as decimal) and util/validation ip.go of 1.36.

export const IP_MESSAGE = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
export const CIDR_MESSAGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** An address as a number with its width. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export interface Cidr {
  readonly ip: IpAddress;
  readonly prefixLength: number;
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!/^[0-9]+$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256 + Number(part);
  }
  return BigInt(value);
}

function groupsOf(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (part.includes('.') && i === parts.length - 1) {
      const v4 = parseIpv4(part);
      if (v4 === undefined) return undefined;
      groups.push(v4 >> 16n, v4 & 0xffffn);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return undefined;
      groups.push(BigInt(`0x${part}`));
    }
  }
  return groups;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? '');
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** undefined = not an address. Addresses mapped into IPv6 read as IPv4, as Go's To4. */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const v4 = parseIpv4(text);
    return v4 === undefined ? undefined : { family: 4, value: v4 };
  }
  const v6 = parseIpv6(text);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === 0xffffn ? { family: 4, value: v6 & 0xffffffffn } : { family: 6, value: v6 };
}

export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const ip = parseIp(text.slice(0, slash));
  const length = text.slice(slash + 1);
  if (ip === undefined || !/^[0-9]{1,3}$/.test(length)) return undefined;
  const prefixLength = Number(length);
  return prefixLength > (ip.family === 4 ? 32 : 128) ? undefined : { ip, prefixLength };
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  return best;
}

/** Canonical text: dotted for IPv4, RFC 5952 for IPv6. */
export function formatIp(ip: IpAddress): string {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (ip.value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => Number((ip.value >> BigInt(112 - 16 * i)) & 0xffffn));
  const zeros = longestZeros(groups);
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (zeros.start < 0) return text(groups);
  return `${text(groups.slice(0, zeros.start))}::${text(groups.slice(zeros.start + zeros.length))}`;
}

/** The first address of the block. */
export function networkOf(cidr: Cidr): IpAddress {
  const host = BigInt((cidr.ip.family === 4 ? 32 : 128) - cidr.prefixLength);
  return { family: cidr.ip.family, value: (cidr.ip.value >> host) << host };
}

export function cidrContains(cidr: Cidr, ip: IpAddress): boolean {
  if (cidr.ip.family !== ip.family) return false;
  const host = BigInt((ip.family === 4 ? 32 : 128) - cidr.prefixLength);
  return cidr.ip.value >> host === ip.value >> host;
}

export function isIp(text: string): readonly string[] {
  return parseIp(text) === undefined ? [IP_MESSAGE] : [];
}

export function isCidr(text: string): readonly string[] {
  return parseCidr(text) === undefined ? [CIDR_MESSAGE] : [];
}

/** The n-th address after the block's first. */
export function nthAddress(cidr: Cidr, n: number): IpAddress {
  return { family: cidr.ip.family, value: networkOf(cidr).value + BigInt(n) };
}
