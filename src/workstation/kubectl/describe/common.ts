import type {
  Event,
  ObjectMeta,
  Toleration,
  TopologySpreadConstraint,
} from '../../../api/generated/types.ts';
import { humanDuration } from '../../../api/duration.ts';
import { formatLabelSelector } from '../../../api/label-selector.ts';
import { civilFromDays, parseTime } from '../../../api/time.ts';
import { controllerOf } from '../../../api/owner.ts';
import { compareText } from '../../../base/compare.ts';
import { LAST_APPLIED } from '../object.ts';
import { goSort } from '../printers/go-sort.ts';
import type { DescribeWriter } from './writer.ts';

// Helpers of kubectl/pkg/describe/describe.go (1.36).

const MAX_ANNOTATION = 140;
const SECOND_US = 1_000_000;
const DAY_S = 86_400;
const DAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon, 02 Jan 2006 15:04:05 +0000`; Go's zero time when absent. */
export function rfc1123(time: string | undefined): string {
  const us = time === undefined ? undefined : parseTime(time);
  if (us === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const seconds = Math.floor(us / SECOND_US);
  const days = Math.floor(seconds / DAY_S);
  const rest = seconds - days * DAY_S;
  const { year, month, day } = civilFromDays(days);
  const two = (n: number): string => String(n).padStart(2, '0');
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return `${DAYS[((days % 7) + 7) % 7]}, ${two(day)} ${MONTHS[month - 1]} ${year} ${clock} +0000`;
}

/** How long ago a time was. Models translateTimestampSince. */
export function since(time: string | undefined, nowUs: number): string {
  const us = time === undefined ? undefined : parseTime(time);
  return us === undefined ? '<unknown>' : humanDuration(nowUs - us);
}

export const orNone = (text: string): string => (text === '' ? '<none>' : text);
export const trueFalse = (value: boolean): string => (value ? 'True' : 'False');

/** Go's %v of a list of texts. */
export const goList = (items: readonly string[] | undefined): string => `[${(items ?? []).join(' ')}]`;

export function printLabels(
  w: DescribeWriter,
  title: string,
  labels: Readonly<Record<string, string>> | undefined,
  indent = '',
): void {
  const keys = Object.keys(labels ?? {}).sort();
  if (keys.length === 0) {
    w.write(0, `${indent}${title}:\t<none>\n`);
    return;
  }
  for (const [at, key] of keys.entries())
    w.write(0, `${indent}${at === 0 ? `${title}:` : ''}\t${key}=${labels?.[key]}\n`);
}

/** Long and many-lined values stand below their key. Models printAnnotationsMultiline. */
export function printAnnotations(
  w: DescribeWriter,
  title: string,
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  const keys = Object.keys(annotations ?? {})
    .filter((key) => key !== LAST_APPLIED)
    .sort();
  if (keys.length === 0) {
    w.write(0, `${title}:\t<none>\n`);
    return;
  }
  for (const [at, key] of keys.entries()) {
    w.write(0, at === 0 ? `${title}:\t` : '\t');
    const value = (annotations?.[key] ?? '').replace(/\n$/, '');
    if (value.length + key.length + 2 > MAX_ANNOTATION || value.includes('\n')) {
      w.write(0, `${key}:\n`);
      for (const line of value.split('\n')) w.write(0, `\t  ${shorten(line, MAX_ANNOTATION - 2)}\n`);
    } else w.write(0, `${key}: ${value}\n`);
  }
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;

export function printTolerations(
  w: DescribeWriter,
  title: string,
  tolerations: readonly Toleration[] | undefined,
): void {
  const sorted = [...(tolerations ?? [])].sort((a, b) => compareText(a.key ?? '', b.key ?? ''));
  if (sorted.length === 0) w.write(0, `${title}:\t<none>\n`);
  for (const [at, toleration] of sorted.entries())
    w.write(0, `${at === 0 ? `${title}:` : ''}\t${tolerationText(toleration)}\n`);
}

function tolerationText({ key = '', value = '', effect, operator, tolerationSeconds }: Toleration): string {
  let text = key + (value === '' ? '' : `=${value}`) + (effect === undefined ? '' : `:${effect}`);
  if (operator === 'Exists' && value === '') text += text === '' ? 'op=Exists' : ' op=Exists';
  return tolerationSeconds === undefined ? text : `${text} for ${tolerationSeconds}s`;
}

export function printTopologySpread(
  w: DescribeWriter,
  constraints: readonly TopologySpreadConstraint[] | undefined,
  space: string,
): void {
  const sorted = [...(constraints ?? [])].sort((a, b) => compareText(a.topologyKey, b.topologyKey));
  for (const [at, { topologyKey, whenUnsatisfiable, maxSkew, labelSelector }] of sorted.entries()) {
    const selector = labelSelector === undefined ? '' : ` for selector ${formatLabelSelector(labelSelector)}`;
    w.write(
      0,
      `${space}${at === 0 ? 'Topology Spread Constraints:' : ''}\t${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${selector}\n`,
    );
  }
}

/** `ReplicaSet/web-5c7d9f8b6d`, or ''. */
export function controllerText(meta: Partial<ObjectMeta>): string {
  const owner = controllerOf(meta);
  return owner === undefined ? '' : `${owner.kind}/${owner.name}`;
}

export function printController(w: DescribeWriter, meta: Partial<ObjectMeta>): void {
  const text = controllerText(meta);
  if (text !== '') w.field('Controlled By', text);
}

/** Events about the object; undefined when they were not asked for. */
export function printEvents(w: DescribeWriter, events: readonly Event[] | undefined, nowUs: number): void {
  if (events === undefined) return;
  if (events.length === 0) {
    w.write(0, 'Events:\t<none>\n');
    return;
  }
  w.flush();
  w.write(0, 'Events:\n  Type\tReason\tAge\tFrom\tMessage\n');
  w.write(1, '----\t------\t----\t----\t-------\n');
  for (const event of sortedByLast(events)) {
    const from = event.source?.component ?? '';
    const path = event.involvedObject.fieldPath ?? '';
    const message = (path === '' ? '' : `${path}: `) + (event.message ?? '').trim();
    w.write(
      1,
      `${event.type ?? ''}\t${event.reason ?? ''}\t${eventAge(event, nowUs)}\t${from === '' ? (event.reportingComponent ?? '') : from}\t${message}\n`,
    );
  }
}

function sortedByLast(events: readonly Event[]): readonly Event[] {
  const key = (event: Event): number =>
    event.lastTimestamp === undefined
      ? Number.NEGATIVE_INFINITY
      : (parseTime(event.lastTimestamp) ?? Number.NEGATIVE_INFINITY);
  return goSort(events, (a, b) => key(a) < key(b));
}

/** `2m1s`, `100s (x2 over 2m)`. Models events' interval, shared by describe and kubectl events. */
export function eventAge(event: Event, nowUs: number): string {
  const first = since(event.eventTime ?? event.firstTimestamp, nowUs);
  if (event.series !== undefined)
    return `${since(event.series.lastObservedTime, nowUs)} (x${event.series.count ?? 0} over ${first})`;
  if ((event.count ?? 0) > 1) return `${since(event.lastTimestamp, nowUs)} (x${event.count} over ${first})`;
  return first;
}
