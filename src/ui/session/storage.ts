/** The page's storage, or undefined where the browser forbids it (a sandboxed frame). */
function storage(): Storage | undefined {
  try {
    return typeof localStorage === 'undefined' ? undefined : localStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Where the saves are. */
export const SAVES_KEY = 'podscope.saves';

/** Whether an earlier visit left something: only then is their reader wanted. */
export const anySaves = (): boolean => kept(SAVES_KEY) !== undefined;

/** What was kept under a key by an earlier visit. */
export function kept(key: string): string | undefined {
  return storage()?.getItem(key) ?? undefined;
}

/** Keeps a text for the next visit. False when the storage is full or forbidden: then it is not kept. */
export function keep(key: string, text: string): boolean {
  const store = storage();
  if (store === undefined) return false;
  try {
    store.setItem(key, text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
