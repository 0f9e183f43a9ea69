import { isAddress } from './addresses.ts';
import type { DnsAnswer, DnsRecord, RecordType, ResolverConfig } from './port.ts';

/** The names a resolver asks for, in order. Models res_search: the search list first when the name has few dots. */
export function namesToAsk(name: string, config: ResolverConfig, search: boolean): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  if (!search) return [name];
  const dots = name.split('.').length - 1;
  const walked = config.searches.map((suffix) => `${name}.${suffix}`);
  return dots >= config.ndots ? [name, ...walked] : [...walked, name];
}

/** Reads the text of a resolv.conf. */
export function parseResolvConf(text: string): ResolverConfig {
  const nameservers: string[] = [];
  let searches: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [word, ...rest] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (word === 'nameserver' && rest[0] !== undefined) nameservers.push(rest[0]);
    else if (word === 'search' || word === 'domain') searches = rest;
    else if (word === 'options') {
      const found = rest
        .map((option) => /^ndots:(\d+)$/.exec(option)?.[1])
        .find((value) => value !== undefined);
      if (found !== undefined) ndots = Number(found);
    }
  }
  return { nameservers, searches, ndots };
}

/** Reads the text of an /etc/hosts: name → address, the first line that has it. */
export function parseHosts(text: string): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (address === undefined || !isAddress(address)) continue;
    for (const name of names) if (!hosts.has(name)) hosts.set(name, address);
  }
  return hosts;
}

/** An answer made of one name's records. */
export function recordsAnswer(
  name: string,
  type: RecordType,
  values: readonly string[],
  ttl: number,
): DnsAnswer {
  const records: DnsRecord[] = values.map((data) => ({ name, type, data, ttl }));
  return { status: records.length > 0 ? 'ok' : 'nodata', records };
}
