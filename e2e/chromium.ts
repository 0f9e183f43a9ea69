import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** A Chromium that tests can drive; no `path` means the build that Playwright downloaded. */
export interface Chromium {
  readonly path: string | undefined;
  readonly origin: 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH' | 'Playwright' | 'system';
}

const ENV_VAR = 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH';

const LINUX = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
];

const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

function systemPaths(): string[] {
  switch (process.platform) {
    case 'darwin':
      return MAC;
    case 'win32':
      return [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LocalAppData']]
        .filter((base) => base !== undefined)
        .flatMap((base) => WINDOWS.map((path) => join(base, path)));
    default:
      return LINUX;
  }
}

/** Whether the file is a browser and not a stub that only says where to get one. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // `chrome.exe --version` opens a window.
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+\.\d+\.\d+/.test(output.trim().split('\n').at(-1) ?? '');
  } catch {
    return false;
  }
}

/** The browser to test with: the one named by the environment, Playwright's own, or the system's. Throws when the named one does not run. */
export function findChromium(): Chromium | undefined {
  const named = process.env[ENV_VAR];
  if (named !== undefined && named !== '') {
    if (!runs(named)) throw new Error(`${ENV_VAR} is set to ${named}, which does not run`);
    return { path: named, origin: ENV_VAR };
  }
  if (existsSync(chromium.executablePath())) return { path: undefined, origin: 'Playwright' };
  const path = systemPaths().find(runs);
  return path === undefined ? undefined : { path, origin: 'system' };
}

/** How tests start it: no traffic of the browser's own, and no sandbox where Chromium refuses to have one (as root). */
export function launchOptions(browser: Chromium | undefined): { executablePath?: string; args: string[] } {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
  ];
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
  return browser?.path === undefined ? { args } : { executablePath: browser.path, args };
}
