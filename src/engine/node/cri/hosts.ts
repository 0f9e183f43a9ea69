/** Names of an /etc/hosts file to their IPv4 addresses. */
export function parseHosts(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    if (!/^\d+\.\d+\.\d+\.\d+$/.test(address)) continue;
    for (const alias of aliases) if (!names.has(alias)) names.set(alias, address);
  }
  return names;
}
