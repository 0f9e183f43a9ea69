import { AnimatePresence, LazyMotion, MotionConfig, domMin, m } from 'framer-motion';
import type { ComponentProps, ReactNode } from 'react';

/** Quick and its curve of tokens.css, in seconds. */
const QUICK = { duration: 0.14, ease: [0.2, 0.8, 0.2, 1] } as const;
const AWAY = { opacity: 0, y: -4 };
const HERE = { opacity: 1, y: 0 };

/** A list whose items are seen to come and go. What it begins with is there at once; reduced motion only fades. */
export function MovingList({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <LazyMotion features={domMin} strict>
      <MotionConfig reducedMotion="user" transition={QUICK}>
        <ul className={className}>
          <AnimatePresence initial={false}>{children}</AnimatePresence>
        </ul>
      </MotionConfig>
    </LazyMotion>
  );
}

/** One item; its key says which it is. */
export function MovingItem(props: ComponentProps<typeof m.li>) {
  return <m.li initial={AWAY} animate={HERE} exit={AWAY} {...props} />;
}
