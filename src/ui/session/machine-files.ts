import type { FileChange } from '../../trace/kinds/input.ts';
import type { FilesStore } from './files-store.ts';
import type { RunStore } from './run-store.ts';

/**
 * The editor's tabs follow what commands leave in the home directory: `kubectl get -o yaml > web.yaml` is a tab, and what
 * `kubectl edit` waits for is the one in front. A tab that somebody has changed meanwhile stays as it is. Answers how to stop.
 */
export function followMachineFiles(runs: RunStore, files: FilesStore): () => void {
  const looked = new Map<number, number>();
  return runs.store.subscribe(() => {
    const branch = runs.active();
    if (branch === undefined) return;
    const from = looked.get(branch.id) ?? (branch.parent?.lastShared ?? -1) + 1;
    const { trace } = branch;
    looked.set(branch.id, trace.length);
    for (let seq = from; seq < trace.length; seq++) {
      const record = trace.at(seq);
      if (record?.kind === 'command.exit' && record.data.files !== undefined) take(files, record.data.files);
      if (record?.kind !== 'command.files') continue;
      take(files, record.data.files);
      if (Object.hasOwn(files.store.getState().files, record.data.open)) files.show(record.data.open);
    }
  });
}

function take({ store, write, remove }: FilesStore, changes: Readonly<Record<string, FileChange>>): void {
  for (const [name, { before, text }] of Object.entries(changes)) {
    const held = store.getState().files[name];
    if (held !== before || held === text) continue;
    if (text === undefined) remove(name);
    else write(name, text);
  }
}
