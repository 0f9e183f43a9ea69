import { formatMicroTime } from '../../api/time.ts';

/** `E1201 09:40:11.983451       1`: a message's severity, moment and process. Models klog. */
export function klogHead(unixUs: number, severity: 'E' | 'W' = 'E'): string {
  const [day = '', time = ''] = formatMicroTime(unixUs).slice(0, -1).split('T');
  return `${severity}${day.slice(5).replace('-', '')} ${time} ${'1'.padStart(7)}`;
}
