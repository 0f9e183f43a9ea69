import type { Task } from '../../kernel/task.ts';
import type { Program, Syscalls } from '../program.ts';
import { shellProgram } from '../shell/ash.ts';
import { BUSYBOX_RARE } from '../rare/names.ts';
import { rareApplet } from '../rare/rare.ts';
import { cmp, cp, dd, du, ln, mv } from './copying.ts';
import { echo } from './echo.ts';
import { chmod, chown, mkdir, rm, rmdir, touch } from './files.ts';
import { ls } from './ls.ts';
import { constant, fold, sizeApplet, sysctl, tty, umount, unlink, usleep } from './small.ts';
import { mktemp, readlink, realpath, stat } from './stat.ts';
import { cut, tr } from './columns.ts';
import { grep } from './grep.ts';
import { type Applet, fail, out, over } from './io.ts';
import { kill } from './kill.ts';
import { base64, basename, dirname, expr, seq, yes } from './misc.ts';
import { ifconfig, ip, nc, nslookup, ping, telnet, traceroute } from './net.ts';
import { printf } from './printf.ts';
import {
  env,
  killall,
  pgrep,
  pidof,
  prefixApplet,
  printenv,
  sleepApplet,
  time,
  timeout,
  top,
  watch,
  xargs,
} from './processes.ts';
import { ps } from './ps.ts';
import { sed } from './sed.ts';
import {
  date,
  df,
  free,
  groups,
  hostname,
  id,
  logger,
  mount,
  nproc,
  pwd,
  uname,
  uptime,
  which,
  whoami,
} from './system.ts';
import { testApplet } from './test.ts';
import { sort } from './sort.ts';
import { cat, head, lineFilter, tail, tee, uniq, wc } from './text.ts';
import { wget } from './wget.ts';
import { busyboxHttpd } from '../servers/httpd-busybox.ts';

const yesExit: Applet = () => over(0);

const noExit: Applet = () => over(1);

/** Every applet by name. One more: a line here. */
export const APPLETS: Readonly<Record<string, Applet>> = {
  arch: constant('x86_64\n'),
  chroot: prefixApplet('chroot', '', 1),
  clear: yesExit,
  fallocate: sizeApplet('fallocate'),
  fold,
  sysctl,
  truncate: sizeApplet('truncate'),
  tty,
  umount,
  unlink,
  usleep,
  '[': testApplet,
  '[[': testApplet,
  base64,
  basename,
  cat,
  chgrp: chown,
  chmod,
  chown,
  cmp,
  cp,
  cut,
  date,
  dd,
  df,
  dirname,
  du,
  echo,
  egrep: grep,
  env,
  expr,
  false: noExit,
  fgrep: grep,
  free,
  grep,
  groups,
  head,
  hostname,
  id,
  ifconfig,
  ionice: prefixApplet('ionice', 'c:n:p:'),
  ip,
  kill,
  killall,
  ln,
  logger,
  ls,
  mkdir,
  mktemp,
  mount,
  mv,
  nc,
  nice: prefixApplet('nice', 'n:'),
  nl: lineFilter('nl', (lines) => lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)),
  nohup: prefixApplet('nohup', ''),
  nproc,
  nslookup,
  pgrep,
  pidof,
  ping,
  pkill: pgrep,
  printenv,
  printf,
  ps,
  pwd,
  readlink,
  realpath,
  rev: lineFilter('rev', (lines) => lines.map((line) => Array.from(line).reverse().join(''))),
  rm,
  rmdir,
  sed,
  seq,
  setsid: prefixApplet('setsid', 'c'),
  sleep: sleepApplet,
  sort,
  stat,
  sync: yesExit,
  tac: lineFilter('tac', (lines) => lines.reverse()),
  tail,
  tee,
  telnet,
  test: testApplet,
  time,
  timeout,
  top,
  touch,
  tr,
  traceroute,
  true: yesExit,
  uname,
  uniq,
  uptime,
  watch,
  wc,
  wget,
  which,
  whoami,
  xargs,
  yes,
  httpd: busyboxHttpd,
  ...Object.fromEntries(BUSYBOX_RARE.map((name) => [name, rareApplet(name)])),
};

const SHELLS = new Set(['sh', 'ash', 'bash', 'hush']);
export const SHELL: Program = shellProgram();

/** Names busybox answers to; each is a link in /bin. */
export const APPLET_NAMES: readonly string[] = [...Object.keys(APPLETS), 'sh', 'ash'];

/** The busybox binary: what it does is what it is called by. */
export const busybox: Program = (sys) => run(sys, sys.argv);

function* run(sys: Syscalls, argv: readonly string[]): Task<number> {
  const name = ((argv[0] ?? '').split('/').pop() ?? '').replace(/^-/, '');
  if (SHELLS.has(name)) return yield* SHELL(sys);
  if (name === 'busybox') return yield* launcher(sys, argv);
  const applet = APPLETS[name];
  return applet === undefined ? yield* fail(sys, `${name}: applet not found`, 127) : yield* applet(sys, argv);
}

function* launcher(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, name] = argv;
  if (name === undefined || name === '--help') {
    yield* out(
      sys,
      `BusyBox v1.38.0 multi-call binary.\n\nUsage: busybox [function [arguments]...]\n   or: busybox --list\n\nCurrently defined functions:\n\t${[...APPLET_NAMES].join(', ')}\n`,
    );
    return 0;
  }
  if (name === '--list') {
    yield* out(sys, APPLET_NAMES.map((applet) => `${applet}\n`).join(''));
    return 0;
  }
  if (SHELLS.has(name)) {
    const error = yield* sys.exec('/bin/sh', argv.slice(1));
    return yield* fail(sys, `busybox: ${error}`, 127);
  }
  const applet = APPLETS[name];
  return applet === undefined
    ? yield* fail(sys, `${name}: applet not found`, 127)
    : yield* applet(sys, argv.slice(1));
}

/** One applet as a program of its own (an image with other tools than busybox). */
export function appletProgram(name: string): Program {
  return (sys) => run(sys, [name, ...sys.argv.slice(1)]);
}
