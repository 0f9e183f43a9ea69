import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { fail, out } from './io.ts';

/** Where an image keeps the tools that its package manager can put in place. */
export const OPTIONAL = '/usr/lib/optional';

/** The tools of a package, as far as there are any here. */
const TOOLS: ReadonlyMap<string, readonly string[]> = new Map(
  'bash bash|bind-tools dig,host,nslookup|bind-utils dig,host,nslookup|bind9-dnsutils dig,host,nslookup|bind9-host host|bsdmainutils column|bzip2 bunzip2,bzcat,bzip2|curl curl|dnsutils dig,host,nslookup|gosu gosu|iproute ip,ss|iproute2 ip,ss|iputils ping|iputils-ping ping|jq jq|less less|ncat nc|net-tools arp,ifconfig,netstat,route|netcat nc|netcat-openbsd nc|netcat-traditional nc|procps free,pgrep,ps,top,uptime,watch|procps-ng free,pgrep,ps,top,uptime,watch|shadow groupadd,groupdel,useradd,userdel,usermod|su-exec su-exec|telnet telnet|traceroute traceroute|util-linux column|vim xxd|wget wget|xxd xxd|xz unxz,xz,xzcat|xz-utils unxz,xz,xzcat'
    .split('|')
    .map((line) => {
      const [name = '', tools = ''] = line.split(' ');
      return [name, tools.split(',')];
    }),
);

const LOCKED: Readonly<Record<string, readonly [text: string, code: number]>> = {
  apk: [
    'ERROR: Unable to lock database: Permission denied\nERROR: Failed to open apk database: Permission denied',
    99,
  ],
  apt: ['E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)', 100],
};
const OTHERS_LOCKED = ['Error: This command has to be run with superuser privileges.', 1] as const;

const WORKS_US = 2_000_000;

/** apk, apt-get, yum and their kin: what is known is put in place, the rest is taken as installed. */
export function* packageManager(sys: Syscalls): Task<number> {
  const name = sys.argv[0]?.split('/').pop() ?? '';
  const [verb = '', ...packages] = sys.argv.slice(1).filter((arg) => !arg.startsWith('-'));
  if (sys.uid !== 0) {
    const [text, code] = LOCKED[name.slice(0, 3)] ?? OTHERS_LOCKED;
    return yield* fail(sys, text, code);
  }
  const until = sys.now() + WORKS_US;
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  if (verb === 'add' || verb === 'install') {
    for (const each of packages)
      for (const tool of TOOLS.get(each.split(/[=<>~]/)[0] ?? '') ?? []) install(sys, tool);
  }
  yield* out(sys, `(not simulated: ${name}; only tools that are known here are put in place)\n`);
  return 0;
}

function install(sys: Syscalls, tool: string): void {
  if (sys.stat(`${OPTIONAL}/${tool}`).ok) sys.symlink(`${OPTIONAL}/${tool}`, `/usr/bin/${tool}`);
}
