import type { Program } from '../program.ts';
import { shellProgram } from '../shell/ash.ts';
import { DEBIAN_RARE, OPTIONAL_RARE } from '../rare/names.ts';
import { rareProgram } from '../rare/rare.ts';
import { APPLET_NAMES, appletProgram, busybox } from '../toolbox/busybox.ts';
import { curl } from '../toolbox/curl.ts';
import { OPTIONAL, packageManager } from '../toolbox/packages.ts';
import { FileTree } from '../vfs/tree.ts';

/** Which tools an image has beside its own program. */
export type Base = 'busybox' | 'alpine' | 'debian' | 'distroless' | 'scratch';

/** Debian's slim images: coreutils, grep, sed and two shells, and none of the network and process tools. */
const DEBIAN_TOOLS = [
  '[',
  'base64',
  'basename',
  'cat',
  'chgrp',
  'chmod',
  'chown',
  'cmp',
  'cp',
  'cut',
  'date',
  'dd',
  'df',
  'dirname',
  'du',
  'echo',
  'egrep',
  'env',
  'expr',
  'false',
  'fgrep',
  'grep',
  'head',
  'hostname',
  'id',
  'ln',
  'ls',
  'mkdir',
  'mktemp',
  'mount',
  'mv',
  'nice',
  'nl',
  'nohup',
  'nproc',
  'printenv',
  'printf',
  'pwd',
  'readlink',
  'realpath',
  'rm',
  'rmdir',
  'sed',
  'seq',
  'setsid',
  'groups',
  'sleep',
  'sort',
  'stat',
  'sync',
  'tac',
  'tail',
  'tee',
  'test',
  'timeout',
  'touch',
  'tr',
  'true',
  'uname',
  'uniq',
  'wc',
  'which',
  'whoami',
  'xargs',
  'yes',
  'rev',
] as const;

/** What its package manager can bring beside curl. */
const APT_TOOLS = 'free ifconfig ip nc pgrep ping ps telnet top traceroute uptime watch wget'.split(' ');

const PASSWD_BUSYBOX =
  'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nbin:x:2:2:bin:/bin:/bin/false\nsys:x:3:3:sys:/dev:/bin/false\nsync:x:4:100:sync:/bin:/bin/sync\nmail:x:8:8:mail:/var/spool/mail:/bin/false\nwww-data:x:33:33:www-data:/var/www:/bin/false\noperator:x:37:37:Operator:/var:/bin/false\nnobody:x:65534:65534:nobody:/home:/bin/false\n';
const GROUP_BUSYBOX =
  'root:x:0:\ndaemon:x:1:\nbin:x:2:\nsys:x:3:\nadm:x:4:\ntty:x:5:\ndisk:x:6:\nlp:x:7:\nmail:x:8:\nkmem:x:9:\nwheel:x:10:root\ncdrom:x:11:\ndialout:x:18:\nfloppy:x:19:\nvideo:x:28:\naudio:x:29:\ntape:x:32:\nwww-data:x:33:\noperator:x:37:\nutmp:x:43:\nplugdev:x:46:\nstaff:x:50:\nlock:x:54:\nnetdev:x:82:\nusers:x:100:\nnobody:x:65534:\n';
const PASSWD_DEBIAN =
  'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nbin:x:2:2:bin:/bin:/usr/sbin/nologin\nsys:x:3:3:sys:/dev:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
const GROUP_DEBIAN =
  'root:x:0:\ndaemon:x:1:\nbin:x:2:\nsys:x:3:\nadm:x:4:\ntty:x:5:\nwww-data:x:33:\nstaff:x:50:\nusers:x:100:\nnogroup:x:65534:\n';

const DASH: Program = shellProgram('dash');
/** bash: ash, and what bash alone reads. */
export const BASH: Program = shellProgram('bash');

/** 1 January 2025: when images' files were last changed. */
const BUILT_US = 1_735_689_600_000_000;

/** A fresh tree with what the base holds. Builders add to it. */
export function baseTree(base: Base): FileTree {
  const tree = new FileTree({ source: 'overlay', type: 'overlay', nowUs: BUILT_US });
  if (base === 'scratch') return tree;
  tree.mkdirs('/tmp').mode = 0o1777;
  for (const directory of [
    '/etc',
    '/root',
    '/home',
    '/var',
    '/usr/bin',
    '/usr/sbin',
    '/run',
    '/dev',
    '/proc',
    '/sys',
  ])
    tree.mkdirs(directory);
  tree.mkdirs('/root').mode = 0o700;
  if (base === 'distroless') {
    tree.text(
      '/etc/passwd',
      'root:x:0:0:root:/root:/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
    );
    tree.text('/etc/group', 'root:x:0:\nnobody:x:65534:\ntty:x:5:\nstaff:x:50:\nnonroot:x:65532:\n');
    return tree;
  }
  if (base === 'debian') return debian(tree);
  tree.mkdirs('/bin');
  tree.executable('/bin/busybox', busybox, base === 'alpine' ? 808_712 : 1_092_000);
  for (const name of APPLET_NAMES)
    if (name !== 'busybox') tree.link(`/bin/${name}`, base === 'alpine' ? '/bin/busybox' : 'busybox');
  if (base === 'alpine') {
    tree.text(
      '/etc/os-release',
      'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.1\nPRETTY_NAME="Alpine Linux v3.22"\nHOME_URL="https://alpinelinux.org/"\n',
    );
    tree.text('/etc/alpine-release', '3.22.1\n');
  }
  if (base === 'alpine') {
    tree.executable('/sbin/apk', packageManager, 70_000);
    tree.executable(`${OPTIONAL}/curl`, curl, 260_000);
    tree.executable(`${OPTIONAL}/bash`, BASH, 1_265_648);
    rareTools(tree, OPTIONAL, OPTIONAL_RARE);
  }
  tree.text('/etc/passwd', PASSWD_BUSYBOX);
  tree.text('/etc/group', GROUP_BUSYBOX);
  return tree;
}

function debian(tree: FileTree): FileTree {
  tree.link('/bin', 'usr/bin');
  tree.link('/sbin', 'usr/sbin');
  for (const name of DEBIAN_TOOLS) tree.executable(`/usr/bin/${name}`, appletProgram(name), 60_000);
  for (const name of ['apt-get', 'apt']) tree.executable(`/usr/bin/${name}`, packageManager, 60_000);
  rareTools(tree, '/usr/bin', DEBIAN_RARE);
  rareTools(tree, OPTIONAL, OPTIONAL_RARE);
  for (const name of APT_TOOLS) tree.executable(`${OPTIONAL}/${name}`, appletProgram(name), 60_000);
  tree.executable(`${OPTIONAL}/curl`, curl, 260_000);
  tree.executable('/usr/bin/dash', DASH, 125_640);
  tree.link('/usr/bin/sh', 'dash');
  tree.executable('/usr/bin/bash', BASH, 1_265_648);
  tree.text(
    '/etc/os-release',
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nVERSION="12 (bookworm)"\nVERSION_CODENAME=bookworm\nID=debian\n',
  );
  tree.text('/etc/debian_version', '12.6\n');
  tree.text('/etc/passwd', PASSWD_DEBIAN);
  tree.text('/etc/group', GROUP_DEBIAN);
  return tree;
}

/** Tools by the names they are called by; where another program of the name is meant it stands behind a colon. */
export function rareTools(tree: FileTree, directory: string, names: readonly string[]): void {
  for (const entry of names) {
    const [name = entry, program = name] = entry.split(':');
    tree.executable(`${directory}/${name}`, rareProgram(program), 60_000);
  }
}

/** Adds curl, which some images have and their base has not. */
export function withCurl(tree: FileTree): void {
  tree.executable('/usr/bin/curl', curl, 260_000);
}
