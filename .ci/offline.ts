import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Large, and only wanted when the editor is: kept once it was used. */
const LATER = /monaco|editor|yaml\.worker|\.map$|licences|\.ttf$|\.vite\//;
const SHELL = /\.(?:js|css|html|woff2)$/;

/** The worker's text. It keeps the shell when it is installed, and everything else when it was used once. */
const worker = (name: string, files: readonly string[]): string => `// Podscope without a network.
const CACHE = ${JSON.stringify(name)};
const FILES = ${JSON.stringify(files)};
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});
self.addEventListener('activate', (event) => {
  const old = (key) => key.startsWith('podscope-') && key !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});
// What the page had loaded before this worker was there: its fonts, its editor.
self.addEventListener('message', ({ data }) => {
  const ours = (data?.keep ?? []).filter((url) => String(url).startsWith(self.registration.scope));
  caches.open(CACHE).then(async (cache) => {
    for (const url of ours) if ((await cache.match(url, { ignoreVary: true })) === undefined) await cache.add(url).catch(() => undefined);
  });
});
const page = (request) =>
  fetch(request).catch(() => caches.match(new URL('index.html', self.registration.scope)));
// A script asks with an Origin and the list was fetched without: hosts that vary by it mean the same file.
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
};
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
`;

/** Writes `service-worker.js` beside the page, with the list of what the shell consists of. */
export function offline(): Plugin {
  return {
    name: 'podscope:offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => SHELL.test(name) && !LATER.test(name))
          .sort();
        const list = [...new Set(['index.html', ...files, 'icon.svg', 'fonts/pretendard/pretendard.css'])];
        const hash = createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: worker(`podscope-${hash}`, list),
        });
      },
    },
  };
}
