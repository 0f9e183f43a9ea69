import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { clock, duration } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import type { Hit } from './hit.ts';
import styles from './timeline.module.css';
import type { Timeline } from './use-timeline.ts';

/** What the pointer is over: in the words of the story, with its time. */
export function HoverCard({
  timeline: { branch, view },
  hit,
  x,
  y,
  width,
}: {
  readonly timeline: Timeline;
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const t = useText(timelineText);
  const { lang } = useUi();
  const { trace, world, story } = branch;
  const record = trace.at(hit.seq);
  const lasted = (from: number, to: number | undefined): string =>
    to === undefined ? t('card.open') : t('card.for', { time: duration(to - from, lang) });
  const words = (): readonly [string, string] => {
    switch (hit.kind) {
      case 'span':
        return [hit.span.label, lasted(hit.span.from, hit.span.to)];
      case 'bar':
        return [
          hit.bar.label,
          hit.bar.to === undefined ? t('card.lasting') : lasted(hit.bar.from, hit.bar.to),
        ];
      case 'flag':
        return [`${hit.flag.type}=${hit.flag.status}`, ''];
      case 'record':
        return [
          narrate({ trace, world, story, seq: hit.seq, timeUs: record.at, lang }, undefined)
            .sentence.map(({ text }) => text)
            .join(''),
          record.actor,
        ];
    }
  };
  const [title, more] = words();
  const right = x > width / 2;
  return (
    <div
      className={styles.card}
      aria-hidden="true"
      style={{ top: y, ...(right ? { right: width - x + 12 } : { left: x + 12 }) }}
    >
      <b>{title}</b>
      <span>
        <i>{clock(record.at)}</i>
        {more !== '' && ` · ${more}`}
        {hit.kind === 'span' && hit.span.failed && ` · ${t('card.failed')}`}
        {view.level === 3 && ` · #${hit.seq}`}
      </span>
    </div>
  );
}
