import { useEffect, useRef, useState } from 'react';
import { savesText } from '../../../i18n/catalogue/saves.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './saves.module.css';
import { type Found, useBring } from './use-bring.ts';

/** A folder is read this many levels deep. */
const DEEPEST = 4;
const MOST = 200;

const asFile = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => {
    entry.file(resolve, () => resolve(undefined));
  });

/** The next batch of a folder's entries; browsers give at most a hundred at a time. */
const someOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve([]));
  });

async function walk(entry: FileSystemEntry, depth: number, found: Found[]): Promise<void> {
  if (found.length >= MOST) return;
  if (entry.isFile) {
    const file = await asFile(entry as FileSystemFileEntry);
    if (file !== undefined) found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  if (depth === DEEPEST) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (let batch = await someOf(reader); batch.length > 0; batch = await someOf(reader))
    for (const inner of batch) await walk(inner, depth + 1, found);
}

/** The files of a drop, folders opened. Entries are only there while the event is: they are taken at once. */
async function filesOf(transfer: DataTransfer): Promise<readonly Found[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  const found: Found[] = [];
  for (const entry of entries) await walk(entry, 0, found);
  return found;
}

const brings = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Takes files and folders dropped anywhere on the page, and says so while they hover. */
export function DropFiles() {
  const t = useText(savesText);
  const { take } = useBring();
  const onFiles = useRef(take);
  // It is there because something is over the page already.
  const [over, setOver] = useState(true);
  useEffect(() => {
    onFiles.current = take;
  });
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      if (!brings(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!brings(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      void filesOf(event.dataTransfer).then((files) => onFiles.current(files));
    };
    // Before the editor, which would put the text of a file into the open tab.
    window.addEventListener('dragover', hover, true);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop, true);
    return () => {
      window.removeEventListener('dragover', hover, true);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop, true);
    };
  }, []);
  return over ? <div className={styles.drop}>{t('drop')}</div> : null;
}
