/** Builds what `podscope bench` measures as the app is built: what runs the sources as they stand wraps every function. */
import { build } from 'vite';

const [entry, outDir] = process.argv.slice(2);
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: entry, outDir, target: 'es2022', emptyOutDir: false },
});
