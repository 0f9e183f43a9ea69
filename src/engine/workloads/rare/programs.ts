import { agnhost } from '../servers/agnhost.ts';
import { metricsServer } from '../servers/metrics-server/program.ts';
import { stress } from '../servers/stress.ts';
import { awk } from '../toolbox/awk/awk.ts';
import { compressApplet } from '../toolbox/compress.ts';
import { diffApplet } from '../toolbox/diff.ts';
import { digestApplet } from '../toolbox/digests.ts';
import { bindNslookup, dig, getent, host } from '../toolbox/dns-tools.ts';
import { find } from '../toolbox/find.ts';
import { jq } from '../toolbox/jq/jq.ts';
import {
  column,
  comm,
  expandTabs,
  install,
  pager,
  rewriter,
  shuf,
  split,
  strings,
} from '../toolbox/lists.ts';
import { dump, paste, xxd } from '../toolbox/small.ts';
import { arp, netstat, route, ss } from '../toolbox/sockets.ts';
import { stepDown, su } from '../toolbox/su.ts';
import { tar } from '../toolbox/tar.ts';
import { addGroup, addUser, remover, usermod } from '../toolbox/users.ts';
import type { RarePrograms } from './rare.ts';

/** All of them. One more: a line here, and its name in `names.ts`. */
export const RARE_PROGRAMS = {
  addgroup: addGroup('addgroup'),
  adduser: addUser('adduser'),
  agnhost: (sys) => agnhost(sys),
  arp,
  awk,
  'bind-nslookup': bindNslookup,
  bunzip2: compressApplet('bzip2', 'unpack'),
  bzcat: compressApplet('bzip2', 'print'),
  bzip2: compressApplet('bzip2', 'pack'),
  column,
  comm,
  delgroup: remover('delgroup'),
  deluser: remover('deluser'),
  diff: diffApplet(false),
  dig,
  dos2unix: rewriter('dos2unix', (text) => text.replaceAll('\r\n', '\n')),
  expand: rewriter('expand', expandTabs),
  find,
  getent,
  'gnu-diff': diffApplet(true),
  gosu: stepDown('gosu'),
  groupadd: addGroup('groupadd'),
  groupdel: remover('groupdel'),
  gunzip: compressApplet('gzip', 'unpack'),
  gzip: compressApplet('gzip', 'pack'),
  hexdump: dump('hexdump'),
  host,
  install,
  jq,
  less: pager,
  md5sum: digestApplet('md5'),
  'metrics-server': (sys) => metricsServer(sys),
  more: pager,
  netstat,
  od: dump('od'),
  paste,
  route,
  sha1sum: digestApplet('sha1'),
  sha256sum: digestApplet('sha256'),
  sha512sum: digestApplet('sha512'),
  shuf,
  split,
  ss,
  stress: (sys) => stress(sys),
  strings,
  su,
  'su-exec': stepDown('su-exec'),
  tar,
  unix2dos: rewriter('unix2dos', (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  unxz: compressApplet('xz', 'unpack'),
  useradd: addUser('useradd'),
  userdel: remover('userdel'),
  usermod,
  xxd,
  xz: compressApplet('xz', 'pack'),
  xzcat: compressApplet('xz', 'print'),
  zcat: compressApplet('gzip', 'print'),
} as const satisfies RarePrograms;
