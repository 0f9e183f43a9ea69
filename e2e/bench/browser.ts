/**
 * What the page costs its main thread, in a real browser: `npm run bench:browser -- [--seconds 10] [--profile] [--only NAME]`, or
 * with `--minutes 10 [--faster 4]` the heap while it plays.
 * It serves `dist/`, plays 100 visible Pods, scrubs a trace of 100,000 records, and prints the longest task,
 * scripting of a frame, and the heap as it goes. Times are CPU times of the main thread: another program on the
 * machine does not lengthen them. No part of the tests: a figure is to be read, not to fail on.
 */
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, type Page, chromium } from '@playwright/test';
import { findChromium, launchOptions } from '../chromium.ts';
import { type Held, held, heapMb, measured, type Measured, profiled, quantile } from './measure.ts';
import { linkOf } from './scenes.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '0' },
    faster: { type: 'string', default: '1' },
    port: { type: 'string', default: '41739' },
    dist: { type: 'string', default: 'dist' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const root = fileURLToPath(new URL('../..', import.meta.url));
const base = `http://127.0.0.1:${values.port}`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Bench {
  readonly browser: Browser;
  readonly page: Page;
  readonly client: CDPSession;
}

function report(name: string, { longest, frames, seconds: took }: Measured): void {
  const tasks = longest.map(
    ({ cpuMs, wallMs, what }) => `${cpuMs.toFixed(0)} (wall ${wallMs.toFixed(0)}, ${what})`,
  );
  print(
    `${name.padEnd(34)} longest tasks ${tasks.join(', ')} ms; scripting a frame: median ${quantile(frames, 0.5).toFixed(1)}, p95 ${quantile(frames, 0.95).toFixed(1)}, most ${(frames.at(-1) ?? 0).toFixed(1)} ms; ${(frames.length / took).toFixed(0)} frames/s`,
  );
}

/** Measures what `act` does, or with --profile prints which functions it spends its time in. */
async function look({ browser, page, client }: Bench, name: string, act: () => Promise<void>): Promise<void> {
  if (values.profile) {
    const spent = await profiled(client, act);
    print(`${name}: ${spent.reduce((sum, { ms }) => sum + ms, 0).toFixed(0)} ms`);
    for (const { where, ms } of spent.slice(0, 40)) print(`  ${ms.toFixed(0).padStart(6)} ${where}`);
  } else report(name, await measured(browser, page, act));
}

const position = (page: Page): Promise<string> =>
  page
    .getByText(/^Record \d+ of \d+$/)
    .first()
    .innerText({ timeout: 300_000 });

async function opened(browser: Browser, link: string): Promise<Bench> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.addInitScript("localStorage.setItem('podscope.visited', '1')");
  const page = await context.newPage();
  await page.goto('about:blank');
  const client = await context.newCDPSession(page);
  await page.goto(`${base}/`);
  await page.getByRole('button', { name: /^Apply/ }).waitFor();
  const bench = { browser, page, client };
  await look(bench, 'while it is simulated', async () => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, link);
    await page
      .getByText(/^Record \d+ of \d{3,}$/)
      .first()
      .waitFor({ timeout: 300_000 });
  });
  return bench;
}

const rest = (page: Page): Promise<void> => page.waitForTimeout(1_500);

/** Plays for as long as was asked, from the start. */
async function play({ page }: Bench, key: '' | '.' | ','): Promise<void> {
  await page.keyboard.press('Home');
  if (key !== '') await page.keyboard.press(key);
  await page.keyboard.press('Space');
  await page.waitForTimeout(seconds * 1_000);
  await page.keyboard.press('Home');
}

/** Drags the playhead over the whole timeline and back, as fast as a hand sends moves. */
async function scrub({ page }: Bench): Promise<void> {
  const box = await page.getByRole('img', { name: /^Timeline of the run/ }).boundingBox();
  if (box === null) throw new Error('no timeline on the page');
  const y = box.y + 8;
  await page.mouse.move(box.x + 20, y);
  await page.mouse.down();
  const begun = performance.now();
  for (let step = 0; performance.now() - begun < seconds * 1_000; step++) {
    const share = 0.5 - 0.5 * Math.cos(step / 40);
    await page.mouse.move(box.x + 20 + share * (box.width - 40), y);
    await page.waitForTimeout(14);
  }
  await page.mouse.up();
}

/** Wheels into the timeline and out again. */
async function zoom({ page }: Bench): Promise<void> {
  const box = await page.getByRole('img', { name: /^Timeline of the run/ }).boundingBox();
  if (box === null) throw new Error('no timeline on the page');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.keyboard.down('Control');
  const begun = performance.now();
  for (let step = 0; performance.now() - begun < seconds * 1_000; step++) {
    await page.mouse.wheel(0, step % 120 < 60 ? -60 : 60);
    await page.waitForTimeout(14);
  }
  await page.keyboard.up('Control');
}

/** So often the heap is looked at, from the first to the last moment. */
const LOOKS = 8;

/**
 * Plays for the minutes asked for, over and over, `--faster` times as fast, and prints what is on the heap at the start,
 * in the middle and at the end, when everything that can go has gone; and how many elements and listeners there are.
 */
async function heap({ page, client }: Bench): Promise<void> {
  await page.keyboard.press('Home');
  for (let times = 1; times < Number(values.faster); times *= 2) await page.keyboard.press('.');
  const looks: Held[] = [];
  for (let look = 0; look <= LOOKS; look++) {
    const until = performance.now() + (look === 0 ? 1_000 : (Number(values.minutes) * 60_000) / LOOKS);
    while (performance.now() < until) {
      // At the end of the run, playing begins again.
      if ((await page.getByRole('button', { name: 'Pause' }).count()) === 0)
        await page.keyboard.press('Space');
      await page.waitForTimeout(Math.min(1_000, Math.max(0, until - performance.now())));
    }
    looks.push(await held(client));
  }
  const [start, middle, end] = [looks[0], looks[LOOKS / 2], looks[LOOKS]].map((seen) =>
    seen === undefined ? '' : `${seen.mb.toFixed(1)} MB, ${seen.elements} nodes, ${seen.listeners} listeners`,
  );
  print(`  playing: at the start ${start}; in the middle ${middle}; at the end ${end}`);
  print(`  all looks, MB: ${looks.map(({ mb }) => mb.toFixed(1)).join(' ')}`);
}

/** What is looked at in each scene. */
async function measures(bench: Bench): Promise<void> {
  await look(bench, '  playing at 1×', () => play(bench, ''));
  await rest(bench.page);
  await look(bench, '  playing at 2×', () => play(bench, '.'));
  await rest(bench.page);
  await look(bench, '  scrubbing', () => scrub(bench));
  await rest(bench.page);
  await look(bench, '  zooming the timeline', () => zoom(bench));
}

async function run(browser: Browser): Promise<void> {
  const scenes = [
    { name: '100 Pods', preset: 'kind-3', pods: 100, level: 2, zoom: 1 },
    { name: '100 Pods, cluster', preset: 'kind-3', pods: 100, level: 2, zoom: 0 },
    { name: '100 Pods, one node', preset: 'kind-1', pods: 100, level: 2, zoom: 2 },
    { name: '100,000 records', preset: 'nodes-50', pods: 330, level: 3, zoom: 1 },
  ] as const;
  for (const scene of scenes) {
    if (values.only !== '' && scene.name !== values.only) continue;
    print(scene.name);
    const bench = await opened(browser, await linkOf(scene.preset, scene.pods, scene));
    await rest(bench.page);
    print(`  ${await position(bench.page)}, heap ${(await heapMb(bench.client)).toFixed(1)} MB`);
    if (Number(values.minutes) > 0) await heap(bench);
    else await measures(bench);
    await bench.page.context().close();
  }
}

const server = spawn(
  process.execPath,
  [
    'node_modules/vite/bin/vite.js',
    'preview',
    '--port',
    values.port,
    '--strictPort',
    '--outDir',
    values.dist,
  ],
  { cwd: root, stdio: 'ignore' },
);
try {
  const browser = await chromium.launch(launchOptions(findChromium()));
  print(`${cpus()[0]?.model ?? 'unknown processor'}, Chromium ${browser.version()}`);
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(base).catch(() => undefined))?.ok === true) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await run(browser);
  await browser.close();
} finally {
  server.kill();
}
