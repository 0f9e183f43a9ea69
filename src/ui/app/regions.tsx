import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { focusTaken, type RegionId, shell } from '../session/shell.ts';
import { cx } from '../widgets/cx.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './regions.module.css';

/** What fills a region, and its name for assistive technology. */
export interface Region {
  readonly label: string;
  readonly content: ReactNode;
}

export type Regions = Partial<Record<RegionId, Region>>;

interface Registry {
  readonly element: (id: RegionId) => HTMLElement;
  readonly hosted: (id: RegionId) => void;
  readonly regions: Regions;
}

const RegistryContext = createContext<Registry | undefined>(undefined);

/**
 * Keeps every region mounted while layouts come and go: its content lives in one element that moves between hosts,
 * so an editor, a terminal or a canvas survives a resize with its state. A region is first mounted when first shown.
 */
export function RegionStore({
  regions,
  children,
}: {
  readonly regions: Regions;
  readonly children: ReactNode;
}) {
  const [elements] = useState(() => new Map<RegionId, HTMLElement>());
  const [shown, setShown] = useState<ReadonlySet<RegionId>>(new Set());
  const element = useCallback(
    (id: RegionId): HTMLElement => {
      const known = elements.get(id);
      if (known !== undefined) return known;
      const made = document.createElement('div');
      made.className = styles.content ?? '';
      elements.set(id, made);
      return made;
    },
    [elements],
  );
  const hosted = useCallback(
    (id: RegionId): void => setShown((before) => (before.has(id) ? before : new Set([...before, id]))),
    [],
  );
  const registry = useMemo(() => ({ element, hosted, regions }), [element, hosted, regions]);
  return (
    <RegistryContext value={registry}>
      {children}
      {[...shown].map((id) => {
        const region = regions[id];
        return region === undefined
          ? null
          : createPortal(<ErrorBoundary part={id}>{region.content}</ErrorBoundary>, element(id), id);
      })}
    </RegistryContext>
  );
}

/** Moves the keyboard into the host when the shell asks for its region. */
function useFocusRequest(id: RegionId, host: React.RefObject<HTMLElement | null>): void {
  const wanted = useStore(shell, (state) => state.focus === id);
  useEffect(() => {
    if (!wanted) return undefined;
    // A frame later, because a region's content is mounted only after its host.
    const frame = requestAnimationFrame(() => {
      focusTaken();
      const target = host.current?.querySelector<HTMLElement>('[data-autofocus]') ?? host.current;
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, host]);
}

/** Where a region is shown in the present layout. */
export function RegionHost({
  id,
  className,
}: {
  readonly id: RegionId;
  readonly className?: string | undefined;
}) {
  const registry = useContext(RegistryContext);
  const host = useRef<HTMLElement>(null);
  // The registry changes with its contents; these two never do, so the element stays where it hangs.
  const element = registry?.element;
  const hosted = registry?.hosted;
  useLayoutEffect(() => {
    if (element === undefined || hosted === undefined || host.current === null) return undefined;
    const content = element(id);
    host.current.append(content);
    hosted(id);
    return () => content.remove();
  }, [element, hosted, id]);
  useFocusRequest(id, host);
  return (
    <section
      ref={host}
      id={`region-${id}`}
      className={cx(styles.host, className)}
      aria-label={registry?.regions[id]?.label ?? id}
      tabIndex={-1}
      data-region={id}
    />
  );
}
