/** `npm start`: builds the app, serves it on loopback and opens it where there is a browser to open. */
import { build, preview } from 'vite';

const env = process.env;
const hasDesktop =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  env['DISPLAY'] !== undefined ||
  env['WAYLAND_DISPLAY'] !== undefined;
const open = hasDesktop && env['CI'] === undefined && env['BROWSER'] !== 'none';

await build({ logLevel: 'warn' });
// Without strictPort a taken port moves the server to the next one.
const server = await preview({ preview: { port: Number(env['PORT'] ?? 4173), strictPort: false, open } });
server.printUrls();
console.log('  Press Ctrl+C to stop.');
