/**
 * Stands in for the package monaco-worker-manager on the page's side (an alias in vite.config.ts).
 *
 * Since 0.53 Monaco's `editor.createWebWorker` wants a running Worker and no longer starts one from a module id,
 * which the published package still expects. monaco-yaml calls `createWorkerManager` and nothing else.
 */
import type { editor as MonacoEditor, Uri } from 'monaco-editor';

/** What monaco-yaml passes in; times in milliseconds. */
export interface WorkerManagerOptions {
  readonly createData?: unknown;
  readonly label: string;
  readonly moduleId: string;
  readonly interval?: number;
  readonly stopWhenIdleFor?: number;
}

/** A worker that is started at the first use, stopped when idle, and restarted when its configuration changes. */
export interface WorkerManager<T> {
  dispose(): void;
  getWorker(...resources: Uri[]): Promise<T>;
  updateCreateData(createData: unknown): void;
}

interface MonacoApi {
  readonly editor: Pick<typeof MonacoEditor, 'createWebWorker'>;
}

interface WorkerSource {
  getWorker?(moduleId: string, label: string): Worker | Promise<Worker>;
}

const CHECK_IDLE_EVERY_MS = 30_000;
const STOP_WHEN_IDLE_FOR_MS = 120_000;

async function startWorker(options: WorkerManagerOptions, createData: unknown): Promise<Worker> {
  const source = (globalThis as { MonacoEnvironment?: WorkerSource }).MonacoEnvironment;
  if (source?.getWorker === undefined) throw new Error('MonacoEnvironment.getWorker is not set');
  const worker = await source.getWorker(options.moduleId, options.label);
  // The worker listens for two messages: the first wakes it (its content is not read), the second is the configuration.
  worker.postMessage('ignore');
  worker.postMessage(createData);
  return worker;
}

/** The same call as monaco-worker-manager's: one managed worker for one language. */
export function createWorkerManager<T extends object>(
  monaco: MonacoApi,
  options: WorkerManagerOptions,
): WorkerManager<T> {
  const { interval = CHECK_IDLE_EVERY_MS, stopWhenIdleFor = STOP_WHEN_IDLE_FOR_MS } = options;
  let createData = options.createData;
  let running: MonacoEditor.MonacoWebWorker<T> | undefined;
  let lastUsedMs = 0;
  let disposed = false;

  const stop = (): void => {
    running?.dispose();
    running = undefined;
  };
  const idleCheck = setInterval(() => {
    if (Date.now() - lastUsedMs > stopWhenIdleFor) stop();
  }, interval);

  return {
    dispose() {
      disposed = true;
      clearInterval(idleCheck);
      stop();
    },
    getWorker(...resources) {
      if (disposed) return Promise.reject(new Error('this worker manager has been disposed'));
      lastUsedMs = Date.now();
      running ??= monaco.editor.createWebWorker<T>({ worker: startWorker(options, createData) });
      return running.withSyncedResources(resources);
    },
    updateCreateData(next) {
      createData = next;
      stop();
    },
  };
}
