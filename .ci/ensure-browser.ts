/** Makes sure that a Chromium is there for the end-to-end tests, and that it starts. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { type Chromium, findChromium, launchOptions } from '../e2e/chromium.ts';

const isRoot = process.getuid?.() === 0;
const hasApt = existsSync('/usr/bin/apt-get');

function run(command: string, args: readonly string[]): boolean {
  console.log(`ensure-browser: ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

const playwright = (...args: readonly string[]): boolean =>
  run(process.execPath, ['node_modules/@playwright/test/cli.js', ...args]);

/** Why the browser does not start; undefined when it does. */
async function startFailure(browser: Chromium): Promise<string | undefined> {
  try {
    await (await chromium.launch(launchOptions(browser))).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Playwright's download without its system packages: where downloads are closed, those would be installed in vain. */
function download(): Chromium | undefined {
  return playwright('install', 'chromium') ? findChromium() : undefined;
}

/** Debian's own package. Looked for again afterwards: on Ubuntu it may be a stub for snap. */
function installPackage(): Chromium | undefined {
  if (!isRoot || !hasApt) return undefined;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
  return findChromium();
}

async function ensure(): Promise<string | undefined> {
  const browser = findChromium() ?? download() ?? installPackage();
  if (browser === undefined) {
    return [
      'No Chromium to test with. Any one of these helps:',
      '  - install Chrome, Chromium or Edge;',
      '  - npx playwright install --with-deps chromium;',
      '  - set PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH to a Chromium that is there.',
    ].join('\n');
  }
  let failure = await startFailure(browser);
  if (failure?.includes('shared libraries') === true && isRoot) {
    playwright('install-deps', 'chromium');
    failure = await startFailure(browser);
  }
  const name = browser.path ?? chromium.executablePath();
  if (failure !== undefined) return `${name} (${browser.origin}) does not start:\n${failure}`;
  console.log(`ensure-browser: ${name} (${browser.origin})`);
  return undefined;
}

try {
  const failure = await ensure();
  if (failure !== undefined) {
    console.error(failure);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
