import { formatIp, networkOf, parseCidr, parseIp } from '../../../../api/addresses.ts';
import { goQuote } from '../../../../api/go-text.ts';

// Models apimachinery/pkg/util/validation ip.go GetWarningsForIP and GetWarningsForCIDR (1.36).

/** Forms that only the older, laxer reading of addresses takes: leading zeros, IPv4 in IPv6's clothes. */
function isSloppy(text: string): boolean {
  if (!text.includes(':')) return /(?:^|\.)0[0-9]/.test(text);
  return parseIp(text)?.family === 4;
}

/** An address that is valid and should be written otherwise. */
export function ipWarnings(text: string): readonly string[] {
  const ip = parseIp(text);
  if (ip === undefined) return [];
  const canonical = formatIp(ip);
  if (isSloppy(text))
    return [
      `non-standard IP address ${goQuote(text)} will be considered invalid in a future Kubernetes release: use ${goQuote(canonical)}`,
    ];
  return ip.family === 4 || canonical === text
    ? []
    : [`IPv6 address ${goQuote(text)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

/** A block that is valid and should be written otherwise. */
export function cidrWarnings(text: string): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return [];
  const { ip, prefixLength } = cidr;
  const block = `${formatIp(networkOf(cidr))}/${prefixLength}`;
  const [address = '', length = ''] = text.split('/');
  const warnings: string[] = [];
  if (networkOf(cidr).value !== ip.value) {
    const alone = `${formatIp(ip)}/${ip.family === 4 ? 32 : 128}`;
    warnings.push(
      `CIDR value ${goQuote(text)} is ambiguous in this context (should be ${goQuote(block)} or ${goQuote(alone)}?)`,
    );
  }
  if (isSloppy(address) || length !== String(prefixLength)) {
    warnings.push(
      `non-standard CIDR value ${goQuote(text)} will be considered invalid in a future Kubernetes release: use ${goQuote(block)}`,
    );
  }
  if (warnings.length === 0 && ip.family === 6 && block !== text) {
    warnings.push(
      `IPv6 CIDR value ${goQuote(text)} should be in RFC 5952 canonical format (${goQuote(block)})`,
    );
  }
  return warnings;
}
