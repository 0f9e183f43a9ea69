import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './scrubber.module.css';

/** A stretch of the track, such as a phase. Shares are of the whole track, 0 to 1, ascending. */
export interface ScrubberPart {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface ScrubberProps {
  readonly label: string;
  /** Where the head stands, as a share of the track. */
  readonly share: number;
  readonly parts: readonly ScrubberPart[];
  /** The position in words: "record 31 of 58". */
  readonly valueText: string;
  readonly index: number;
  readonly max: number;
  /** The pointer asks for a share. */
  readonly onSeek: (share: number) => void;
  /** The keyboard asks for a step, or for an end. */
  readonly onStep: (step: 'next' | 'previous' | 'first' | 'last' | 'nextPart' | 'previousPart') => void;
}

type Step = Parameters<ScrubberProps['onStep']>[0];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: 'next',
  ArrowUp: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  Home: 'first',
  End: 'last',
  PageUp: 'nextPart',
  PageDown: 'previousPart',
};

/** The ribbon of phases as a slider: a timeline in one row. */
export function Scrubber({ label, share, parts, valueText, index, max, onSeek, onStep }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null);
  const seek = (event: PointerEvent<HTMLDivElement>): void => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    onSeek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  const press = (event: KeyboardEvent): void => {
    const base = STEPS[event.key];
    if (base === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onStep(
      event.shiftKey && base === 'next'
        ? 'nextPart'
        : event.shiftKey && base === 'previous'
          ? 'previousPart'
          : base,
    );
  };
  return (
    <div
      ref={track}
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={index}
      aria-valuetext={valueText}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      {parts.map((part) => {
        const passed = Math.min(1, Math.max(0, (share - part.from) / (part.to - part.from)));
        const here = share >= part.from && share < part.to;
        return (
          <span
            key={part.from}
            className={styles.part}
            data-here={here}
            title={part.label}
            style={{ left: `${part.from * 100}%`, width: `calc(${(part.to - part.from) * 100}% - 2px)` }}
          >
            <span className={styles.passed} style={{ width: `${passed * 100}%` }} />
          </span>
        );
      })}
      <svg
        className={styles.head}
        width="14"
        height="26"
        viewBox="0 0 14 26"
        aria-hidden="true"
        style={{ left: `${share * 100}%` }}
      >
        <path d="M1 3h12v14l-6 6-6-6z" fill="var(--now)" stroke="var(--bg-panel)" strokeWidth="1.5" />
      </svg>
    </div>
  );
}
