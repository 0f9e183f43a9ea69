/** Checks the built bundles against the budgets of the architecture. Sizes are gzip, 1 KB = 1000 bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const DIST = 'dist';
/** What a first visit loads: the page of scenarios with all of them, without what shows a run. Grows with the catalogue. */
const FIRST_VISIT_KB = 168;
/** React and React Flow take 130 of it. */
const INITIAL_KB = 250;
/** With the lanes and the inspector, which come a moment later. */
const WHOLE_KB = 337;
/**
 * All of the API server's validation, the kubelet, a shell and kubectl's usual commands: loaded beside the first
 * screen, not before it. What few runs use comes with them.
 */
const ENGINE_WORKER_KB = 532;
const ENGINE_WORKER = /^worker-host-[\w-]+\.js$/;

/** Loaded only when asked for. */
const ON_DEMAND =
  /\/features\/(?:gallery|saves|embed|export|editor|terminal|records|scheduler-xray|request-view|twins)\/|pipeline\/(?:levels\/|about)|timeline\/(?:move-words|take-back)|users\/|inspector\/not-simulated|narration\/next-steps|loop-notes\.ko|fault-panel|component-(?:panel|faults)|session\/(?:faults|open-branches)|breakpoint-panel|monaco|xterm|share\/(?:link|share-dialog)|scenario\/(?:parse|catalogue\/all)|^_parse-|-tab\.tsx|palette|shortcuts-dialog|settings-entries|overlay\/(?:menu-floor|popover-floor|tip-card)|share\/link-to|^_(?:dialog|faults|link|take-back|submitted)-/;
/** Loaded unasked, but once the pipeline stands and can be used: the lanes and the inspector's panels. */
const AFTER_PIPELINE =
  /timeline\/(?:timeline|ribbon)\.tsx|inspector\/(?:pod-panel|object-panel)|^_(?:autosave|milestones)-/;

const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const gzipKb = (file: string): number => gzipSync(readFileSync(`${DIST}/${file}`)).length / 1000;

/** Loaded by a first visit only when it goes on to a run. */
const WITH_RUN = /^src\/ui\/app\/run-page\.tsx$/;
/** What everybody else loads instead. */
const FIRST_PAGE = /^src\/ui\/app\/first-page\.tsx$|gallery\/gallery\.tsx$|catalogue\/all\.ts$/;

/**
 * Every script the page loads before it is asked for more: the entry, what it imports, now or later, but for later
 * imports that wait. A chunk that several share is known by a name alone, `_name-hash.js`.
 */
function loaded(waits: (key: string) => boolean): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) if (!waits(next)) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) visit(key);
  return new Set([...seen].filter((file) => file.endsWith('.js')));
}

function total(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) sum += gzipKb(file);
  return sum;
}

const workers = readdirSync(`${DIST}/assets`).filter((name) => ENGINE_WORKER.test(name));
const budgets = [
  {
    what: 'first visit: the scenarios',
    kb: total(loaded((key) => WITH_RUN.test(key) || (ON_DEMAND.test(key) && !FIRST_PAGE.test(key)))),
    limitKb: FIRST_VISIT_KB,
  },
  {
    what: 'first screen, until the pipeline can be used',
    kb: total(loaded((key) => FIRST_PAGE.test(key) || ON_DEMAND.test(key) || AFTER_PIPELINE.test(key))),
    limitKb: INITIAL_KB,
  },
  {
    what: 'all that the first screen loads, before the editor',
    kb: total(loaded((key) => FIRST_PAGE.test(key) || ON_DEMAND.test(key))),
    limitKb: WHOLE_KB,
  },
  ...workers.map((name) => ({
    what: `engine worker ${name}`,
    kb: gzipKb(`assets/${name}`),
    limitKb: ENGINE_WORKER_KB,
  })),
];
for (const { what, kb, limitKb } of budgets) {
  const over = kb > limitKb;
  console.log(`${over ? 'OVER' : 'ok  '}  ${kb.toFixed(1).padStart(7)} of ${limitKb} KB  ${what}`);
  if (over) process.exitCode = 1;
}
if (workers.length === 0) console.log('      no engine worker in this build');
