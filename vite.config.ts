import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offline } from './.ci/offline.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * What a page of Podscope may load: its own origin and nothing else.
 * Monaco writes style elements and attributes and one data: image; nothing needs eval or blob: workers.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Static hosts send no headers, so the built page carries the policy itself. Not in dev: React refresh is inline. */
const policyInPage: Plugin = {
  name: 'podscope:policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy.join('; ') },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * Style sheets at the end of the body: what stands before them is painted while they load. Scripts of modules wait for
 * them all the same, so nothing of the page itself is drawn without its styles.
 */
const stylesAfterBeginning: Plugin = {
  name: 'podscope:styles-after-beginning',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets: string[] = [];
      const rest = html.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
        sheets.push(link.trim());
        return '';
      });
      return rest.replace('</body>', `${sheets.map((link) => `  ${link}\n    `).join('')}</body>`);
    },
  },
};

/**
 * The served page may not be put into another's frame, but for its reduced form, which is made for that and changes
 * nothing. Added to every answer, as the headers of `preview` are the same for all of them.
 */
const framingInHeader: Plugin = {
  name: 'podscope:framing-in-header',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const ancestors = searchParams.has('embed') ? '*' : "'none'";
      response.setHeader(
        'Content-Security-Policy',
        [...contentSecurityPolicy, `frame-ancestors ${ancestors}`].join('; '),
      );
      next();
    });
  },
};

const shim = (file: string): string => here(`./src/ui/features/editor/monaco-worker-shim/${file}`);

/** Everything the editor may pull in, known to the dev server beforehand: a late find makes it reload the page. */
const editorDependencies = [
  'monaco-editor/editor',
  'monaco-editor/editor/editor.worker.js',
  'monaco-editor/editor/contrib/suggest/browser/suggestController.js',
  'monaco-editor/languages/definitions/yaml/register',
  ...readdirSync(here('./node_modules/monaco-editor/esm/vs/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `monaco-editor/features/${entry.name}/register`),
  'monaco-yaml',
  'monaco-yaml/yaml.worker.js',
];

/** A class is named by itself and its file alone: a line that moves renames none, and a file's names compress as one. */
const scopedName = (name: string, file: string): string => {
  const path = relative(here('.'), file.split('?')[0] ?? file);
  const tag = createHash('sha256').update(path).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 4);
  return `${name}_${tag}`;
};

export default defineConfig({
  base: './',
  plugins: [react(), policyInPage, stylesAfterBeginning, framingInHeader, offline()],
  resolve: {
    alias: [
      { find: /^monaco-worker-manager$/, replacement: shim('client.ts') },
      { find: /^monaco-worker-manager\/worker$/, replacement: shim('worker.ts') },
    ],
  },
  css: { modules: { generateScopedName: scopedName } },
  optimizeDeps: { include: editorDependencies },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash].js' } },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    license: { fileName: 'third-party-licences.md' },
    // The editor's chunk is large and loaded on demand; .ci/budget.ts is what guards sizes.
    chunkSizeWarningLimit: 4096,
  },
  server: { host: '127.0.0.1' },
  preview: {
    host: '127.0.0.1',
    headers: {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  },
  test: {
    // A busy machine is no reason to fail: nothing here is a measure of time.
    testTimeout: 120_000,
    // Most of a file's time was the engine's loading; no module here has state that one test could leave to another.
    isolate: false,
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: [
      'src/engine/workloads/testing/rare-programs.ts',
      'src/workstation/testing/rare-tools.ts',
      'src/engine/cluster/testing/console-tools.ts',
      'src/engine/cluster/testing/http-code.ts',
      'src/engine/cluster/testing/late-controllers.ts',
      'src/engine/apiserver/testing/cel-code.ts',
    ],
    environment: 'node',
  },
});
