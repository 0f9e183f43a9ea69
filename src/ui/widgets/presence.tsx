import {
  type AnimationEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';

/** The longest that anything takes to leave, in ms: an animation that never ran must not keep it. */
const LEFT_MS = 600;

interface PartProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly entering: boolean;
  readonly leaving: boolean;
  readonly onGone: (id: string) => void;
  readonly children: ReactNode;
}

function Part({ id, className, entering, leaving, onGone, children }: PartProps) {
  // Once decided: a part that was there from the beginning does not enter later.
  const [enters] = useState(entering);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => onGone(id), LEFT_MS);
    return () => clearTimeout(timer);
  }, [leaving, id, onGone]);
  const ended = (event: AnimationEvent): void => {
    if (leaving && event.target === event.currentTarget) onGone(id);
  };
  return (
    <div
      className={className}
      data-part={id}
      data-entering={enters && !leaving}
      data-leaving={leaving}
      inert={leaving}
      onAnimationEnd={ended}
    >
      {children}
    </div>
  );
}

/**
 * One thing at a time, each in a box of its own: what is left (`id` changes or goes) stays until its style's animation
 * of `[data-leaving='true']` has ended. What comes later than the whole has `[data-entering='true']`.
 */
export function Presence({
  id,
  className,
  children,
}: {
  readonly id: string | undefined;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const [before, setBefore] = useState(id);
  const [first] = useState(id);
  // What each last held: that is what leaves.
  const [contents] = useState(() => new Map<string, ReactNode>());
  if (before !== id) {
    setBefore(id);
    const others = leaving.filter((left) => left !== id);
    setLeaving(before === undefined ? others : [...others, before]);
  }
  useLayoutEffect(() => {
    if (id !== undefined) contents.set(id, children);
  });
  const gone = useCallback(
    (left: string) => {
      contents.delete(left);
      setLeaving((all) => all.filter((other) => other !== left));
    },
    [contents],
  );
  const parts = id === undefined ? leaving : [...leaving, id];
  return parts.map((part) => (
    <Part
      key={part}
      id={part}
      className={className}
      entering={part !== first}
      leaving={part !== id}
      onGone={gone}
    >
      {part === id ? children : contents.get(part)}
    </Part>
  ));
}
