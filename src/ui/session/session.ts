import { EngineClient, type WorkerPort } from '../../worker/client.ts';
import { type Breakpoints, createBreakpoints } from './breakpoints.ts';
import { createCursorStore, type CursorStore } from './cursor-store.ts';
import { createFilesStore, type FilesStore } from './files-store.ts';
import { followMachineFiles } from './machine-files.ts';
import { createPlayer, type Player } from './player.ts';
import { createRunStore, type RunStore } from './run-store.ts';
import { createSelectionStore, type SelectionStore } from './selection-store.ts';

/** What a sitting is made of: the runs, the playhead that moves over them, and what the reader looks at. */
export interface Session {
  readonly runs: RunStore;
  readonly cursor: CursorStore;
  readonly selection: SelectionStore;
  readonly player: Player;
  /** What stops playing. */
  readonly breakpoints: Breakpoints;
  /** The editor's tabs. */
  readonly files: FilesStore;
  /** Ends the engine and the player. */
  dispose(): void;
}

/** A sitting over an engine; `spawn` starts its worker, again when one has died. */
export function createSession(spawn: () => WorkerPort): Session {
  const engine = new EngineClient(spawn);
  const runs = createRunStore(engine);
  const cursor = createCursorStore();
  const breakpoints = createBreakpoints();
  const player = createPlayer(runs, cursor, breakpoints);
  const files = createFilesStore();
  const stopFollowing = followMachineFiles(runs, files);
  return {
    runs,
    cursor,
    selection: createSelectionStore(),
    player,
    breakpoints,
    files,
    dispose(): void {
      stopFollowing();
      player.dispose();
      engine.close();
    },
  };
}
