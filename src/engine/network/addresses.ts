/** IPv4 as a number; undefined when the text is no address. */
export function parseAddress(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256 + Number(part);
  }
  return value;
}

export function formatAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

export interface Cidr {
  readonly first: number;
  readonly size: number;
}

/** `10.244.1.0/24`; undefined when it is no IPv4 block. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', prefix = '32'] = text.split('/');
  const value = parseAddress(address);
  const bits = Number(prefix);
  if (value === undefined || !Number.isInteger(bits) || bits < 0 || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  return { first: Math.floor(value / size) * size, size };
}

export function contains(cidr: Cidr, address: string): boolean {
  const value = parseAddress(address);
  return value !== undefined && value >= cidr.first && value < cidr.first + cidr.size;
}

export function inCidr(cidr: string, address: string): boolean {
  const parsed = parseCidr(cidr);
  return parsed !== undefined && contains(parsed, address);
}

export function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === 'localhost' || host === '::1';
}
