/**
 * Stands in for monaco-worker-manager/worker inside the language worker (an alias in vite.config.ts).
 *
 * The published file imports Monaco's worker entry by a path that monaco-editor 0.56 stopped exporting.
 */
import { initialize as initializeMonacoWorker } from 'monaco-editor/editor/editor.worker.js';

/** Builds the worker's methods out of Monaco's context (mirrored models) and the configuration sent by the page. */
export type CreateMethods = (context: unknown, createData: unknown) => object;

/** The same call as monaco-worker-manager's: the first message wakes the worker, the next one is its configuration. */
export function initialize(create: CreateMethods): void {
  globalThis.onmessage = () => {
    // Monaco calls methods on the object it gets and adds its own beside them, hence the fresh layer.
    initializeMonacoWorker((context: unknown, createData: unknown) =>
      Object.create(create(context, createData)),
    );
  };
}
