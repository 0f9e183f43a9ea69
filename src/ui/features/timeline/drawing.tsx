import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { tick } from '../../../i18n/format.ts';
import { showWindow, WHOLE } from '../../session/lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { Gestures, isPressed, pointOf } from './gestures.ts';
import type { Hit } from './hit.ts';
import { HoverCard } from './hover-card.tsx';
import type { Plan } from './layout.ts';
import type { Words } from './painting.ts';
import { startPicture } from './picture.ts';
import { type Scene, useFonts, usePlan } from './scene.ts';
import styles from './timeline.module.css';

interface DrawingProps {
  readonly scene: Scene;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** The lanes as a picture, with what the pointer does to them. */
export function Drawing({ scene, list }: DrawingProps) {
  const { player, cursor } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const plan = usePlan(box, scene.pinned);
  const gestures = useMemo(
    () => new Gestures(scene, plan, { player, cursor }),
    [scene, plan, player, cursor],
  );
  const [over, setOver] = useState<{ readonly hit: Hit; readonly x: number; readonly y: number }>();
  useEffect(() => {
    const drawing = box.current;
    if (drawing === null) return undefined;
    const turn = (event: WheelEvent): void => gestures.turn(drawing, event);
    // React's own wheel listeners cannot keep the page from zooming.
    drawing.addEventListener('wheel', turn, { passive: false });
    return () => drawing.removeEventListener('wheel', turn);
  }, [gestures]);
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    gestures.move(event);
    if (event.pointerType === 'touch') return;
    const { x, y } = pointOf(event);
    const drawing = event.currentTarget;
    const hit = isPressed(drawing) ? undefined : gestures.hitAt(drawing, x, y);
    if (hit?.seq !== over?.hit.seq || hit?.kind !== over?.hit.kind)
      setOver(hit === undefined ? undefined : { hit, x, y });
  };
  return (
    <div
      ref={box}
      className={styles.drawing}
      onPointerDown={(event) => gestures.down(event)}
      onPointerMove={move}
      onPointerUp={(event) => gestures.up(event)}
      onPointerCancel={(event) => gestures.cancel(event.currentTarget)}
      onDoubleClick={() => showWindow(WHOLE)}
      onPointerLeave={() => setOver(undefined)}
      data-hit={over !== undefined}
    >
      <Picture scene={scene} plan={plan} list={list} />
      <div data-brush="" className={styles.brush} style={{ height: plan.axisTop }} hidden />
      {over !== undefined && (
        <HoverCard
          timeline={scene.timeline}
          hit={over.hit}
          x={over.x}
          y={cardTop(over.y, plan)}
          width={plan.width}
        />
      )}
    </div>
  );
}

const CARD_HEIGHT = 64;

function cardTop(y: number, { height }: Plan): number {
  return y + CARD_HEIGHT > height ? Math.max(2, y - CARD_HEIGHT + 8) : y + 12;
}

/** Two canvases and the playhead: painted when something changed, never by rendering. */
function Picture({ scene, plan, list }: DrawingProps & { readonly plan: Plan }) {
  const t = useText(timelineText);
  const { theme, lang } = useUi();
  const { cursor } = useSession();
  const fonts = useFonts();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const words: Words = {
      phase: (id) => t(`phase.${id}`),
      tick: (us, stepUs) => tick(us, stepUs, lang),
    };
    return startPicture(box.current, { scene, plan, list: list.current, cursor, words });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- theme and fonts are read through the page's styles
  }, [scene, plan, list, cursor, theme, lang, t, fonts]);
  return (
    <div ref={box} className={styles.picture}>
      <canvas className={styles.canvas} role="img" aria-label={t('describe')} />
      <div data-veil="" className={styles.veil} style={{ height: plan.axisTop }} />
      <canvas className={styles.canvas} aria-hidden="true" data-over="true" />
      <div data-head="" className={styles.head} aria-hidden="true">
        <svg width="14" height="16" viewBox="0 0 14 16" className={styles.handle}>
          <path d="M0 0h14v7l-7 7-7-7z" fill="var(--now)" />
        </svg>
        <span className={styles.line} style={{ height: plan.axisTop }} />
        <span data-pill="" className={styles.pill} style={{ top: plan.axisTop + 1 }} />
      </div>
    </div>
  );
}
