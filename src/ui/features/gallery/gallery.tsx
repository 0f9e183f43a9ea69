import { type KeyboardEvent, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import type { CatalogueEntry } from '../../../scenario/catalogue/entry.ts';
import { loadCatalogue } from '../../session/catalogue.ts';
import { useCommands } from '../../session/commands.ts';
import { openRun } from '../../session/documents.ts';
import { pageStore, showPage } from '../../session/page.ts';
import { reveal } from '../../session/shell.ts';
import { useSession } from '../../session/use-session.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { byStage, bySymptom, findEntries, OTHER, type Shelf } from './find.ts';
import { backToRun } from './back.ts';
import styles from './gallery.module.css';
import { Hero } from './hero.tsx';
import { LifeSample } from './life-line-mark.tsx';
import { Row } from './row.tsx';

/** How many scenarios there are, for the room that their number takes until it is known. */
const ABOUT = 100;

type Order = 'stage' | 'symptom';

/** Up and down move between the rows, as in a list. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[event.key === 'ArrowDown' ? at + 1 : at - 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function useCatalogue(): readonly CatalogueEntry[] | undefined {
  const [entries, setEntries] = useState<readonly CatalogueEntry[]>();
  useEffect(() => {
    // A hundred rows are rendered piece by piece.
    void loadCatalogue().then((loaded) => startTransition(() => setEntries(loaded)));
  }, []);
  return entries;
}

/** How many of so many shelves to show: one more each time the browser has drawn the last, so that no moment is long. */
function useGradually(all: number): number {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown >= all) return undefined;
    const timer = setTimeout(() => startTransition(() => setShown(shown + 1)));
    return () => clearTimeout(timer);
  }, [shown, all]);
  return shown;
}

function useShelfName(order: Order): (key: string) => string {
  const t = useText(galleryText);
  return (key) => {
    if (key === OTHER) return t('other');
    return order === 'stage' ? t(`stage.${key as CatalogueEntry['stage']}`) : key;
  };
}

/** Shelves to choose from; the first is all of them. */
function ShelfList({
  shelves,
  chosen,
  onChoose,
  name,
}: {
  readonly shelves: readonly Shelf[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
  readonly name: (key: string) => string;
}) {
  const t = useText(galleryText);
  const total = new Set(shelves.flatMap(({ entries }) => entries)).size;
  return (
    <nav className={styles.shelves} aria-label={t('shelves')}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        <span>{t('all')}</span>
        <i>{total}</i>
      </button>
      {shelves.map(({ key, entries }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          <span>{name(key)}</span>
          <i>{entries.length}</i>
        </button>
      ))}
    </nav>
  );
}

function Legend() {
  const t = useText(galleryText);
  const samples = [
    ['p', 'pending'],
    ['x', 'error'],
    ['r', 'running'],
    ['R', 'ready'],
    ['t', 'terminating'],
  ] as const;
  return (
    <p className={styles.legend}>
      {samples.map(([state, word]) => (
        <span key={state}>
          <LifeSample state={state} /> {t(`legend.${word}`)}
        </span>
      ))}
    </p>
  );
}

function Shelves({
  entries,
  query,
  onPlay,
}: {
  readonly entries: readonly CatalogueEntry[];
  readonly query: string;
  readonly onPlay: (entry: CatalogueEntry) => void;
}) {
  const t = useText(galleryText);
  const [order, setOrder] = useState<Order>('stage');
  const [chosen, setChosen] = useState<string>();
  const name = useShelfName(order);
  const found = useMemo(() => findEntries(entries, query), [entries, query]);
  const shelves = useMemo(() => (order === 'stage' ? byStage(found) : bySymptom(found)), [order, found]);
  const one = shelves.find(({ key }) => key === chosen);
  // A search shows its best answers first, whatever their shelf.
  const shown = one !== undefined ? [one] : query === '' ? shelves : [{ key: '', entries: found }];
  const count = useGradually(shown.length);
  return (
    <div className={styles.body}>
      <aside className={styles.side}>
        <Segmented
          label={t('by.label')}
          value={order}
          onChange={(next) => {
            setOrder(next);
            setChosen(undefined);
          }}
          options={[
            { value: 'stage', label: t('by.stage') },
            { value: 'symptom', label: t('by.symptom') },
          ]}
        />
        <ShelfList shelves={shelves} chosen={one?.key} onChoose={setChosen} name={name} />
      </aside>
      <div className={styles.list} onKeyDown={moveBetweenRows} role="presentation">
        {found.length === 0 && (
          <p className={styles.none} role="status">
            {t('none', { query })}
            <br />
            {t('none.hint')}
          </p>
        )}
        {shown.slice(0, count).map((shelf) => (
          <section
            key={shelf.key}
            className={styles.shelf}
            aria-label={shelf.key === '' ? t('title') : name(shelf.key)}
          >
            {shelf.key !== '' && (
              <h3 data-code={order === 'symptom' && shelf.key !== OTHER}>
                {name(shelf.key)} <span>{shelf.entries.length}</span>
              </h3>
            )}
            <ul>
              {shelf.entries.map((entry) => (
                <Row key={entry.id} entry={entry} onPlay={onPlay} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The page of scenarios: what this is about, and everything there is to play. */
export function GalleryPage() {
  const t = useText(galleryText);
  const session = useSession();
  const entries = useCatalogue();
  const [query, setQuery] = useState('');
  useCommands({ back: backToRun });
  const search = useRef<HTMLInputElement>(null);
  // A visit that is not the first looks for something; where fingers point, that would only bring up their keyboard.
  useEffect(() => {
    if (!pageStore.getState().first && matchMedia('(pointer: fine)').matches)
      search.current?.focus({ preventScroll: true });
  }, []);
  const play = async (entry: CatalogueEntry): Promise<void> => {
    if (!(await openRun(session, { catalogue: entry.id }))) return;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    showPage('run');
    reveal('stage');
    session.player.play();
  };
  return (
    <div className={styles.page} data-scrolls>
      <Hero />
      <section className={styles.scenarios} aria-labelledby="gallery-title">
        <header className={styles.head}>
          <h2 id="gallery-title">{t('title')}</h2>
          <span className={styles.count} data-known={entries !== undefined}>
            {t('count', { n: entries?.length ?? ABOUT })}
          </span>
          <Legend />
          <label className={styles.search}>
            <span className="sr-only">{t('search')}</span>
            <input
              ref={search}
              type="search"
              value={query}
              placeholder={t('search.hint')}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={({ key }) => {
                // An empty field has nothing to clear: as anywhere on this page, it is left.
                if (key === 'Escape' && query === '') backToRun();
                const best =
                  key === 'Enter' && query.trim() !== ''
                    ? findEntries(entries ?? [], query.trim())[0]
                    : undefined;
                if (best !== undefined) void play(best);
                if (key === 'ArrowDown') document.querySelector<HTMLElement>('button[data-row]')?.focus();
              }}
              data-typing
            />
          </label>
        </header>
        {entries === undefined ? (
          <p className={styles.none}>{t('loading')}</p>
        ) : (
          <Shelves entries={entries} query={query.trim()} onPlay={(entry) => void play(entry)} />
        )}
      </section>
    </div>
  );
}
