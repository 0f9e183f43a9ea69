import type { DnsAnswer, DnsRecord, RecordType, ResolverConfig } from './port.ts';

/** The names a resolver asks for, in order. Models res_search: the search list first when the name has few dots. */
export function namesToAsk(name: string, config: ResolverConfig, search: boolean): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  if (!search) return [name];
  const dots = name.split('.').length - 1;
  const walked = config.searches.map((suffix) => `${name}.${suffix}`);
  return dots >= config.ndots ? [name, ...walked] : [...walked, name];
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
