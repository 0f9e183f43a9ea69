import { beforeAll, expect, it } from 'vitest';
import { Desk } from '../../../testing/desk.ts';

// Outputs of kubectl 1.36.3.

const desk = new Desk();

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { a: 'b' }, annotations: { c: 'd' } },
  spec: {
    initContainers: [{ name: 'i', image: 'busybox:1.36' }],
    containers: [
      {
        name: 'p',
        image: 'busybox:1.36',
        command: ['sleep', '9'],
        args: ['8'],
        livenessProbe: { exec: { command: ['true'] } },
        securityContext: { capabilities: { add: ['SYS_TIME'] } },
      },
      { name: 'q', image: 'busybox:1.36' },
    ],
  },
};

beforeAll(() => {
  desk.kubectl('create cm c');
  desk.line(`echo '${JSON.stringify(POD)}' | kubectl create -f -`);
  desk.line(`echo '{"env":[{"name":"Q","value":"1"}],"stdin":true}' > custom.json`);
  desk.line(`echo '{"name":"x"}' > bad.json`);
});

it.each([
  ['p --copy-to=x', 'you must specify --image, --set-image or command arguments.'],
  ['p --copy-to=x -- ls', 'you must specify an existing container or a new image when specifying args.'],
  ['p --copy-to=x -c y -- ls', 'you must specify image when creating new container'],
  ['p --copy-to=x --set-image=p=UP', 'invalid image name "UP" for container "p": invalid reference format'],
  ['p --image=a --same-node', '--same-node may only be used with --copy-to.'],
  ['p --image=a --replace', '--replace may only be used with --copy-to.'],
  ['p --image=a --image-pull-policy=x', 'invalid image pull policy: x'],
  ['p --attach', 'you must specify --container or create a new container using --image in order to attach.'],
  ['--image=a', 'NAME or filename is required for debug'],
  ['cm/c --image=a', '"/v1, Kind=ConfigMap" not supported by debug'],
  [
    'p --image=a --env=b',
    `invalid argument "b" for "--env" flag: b must be formatted as key=value\nSee 'kubectl debug --help' for usage.`,
  ],
  [
    'p --image=a --custom=nosuch',
    'must pass a container spec json file for custom profile: open nosuch: no such file or directory',
  ],
  [
    'p --image=a --custom=bad.json',
    'name, command, image, lifecycle and volume devices are not modifiable via custom profile',
  ],
])('debug %s', (line, message) => {
  expect(desk.line(`kubectl debug ${line}`)).toEqual({ exit: 1, stdout: '', stderr: `error: ${message}\n` });
});

const SHOWN =
  '{.metadata.labels}|{.metadata.annotations}|{.spec.shareProcessNamespace}|{range .spec.containers[*]}{.name} {.image} {.command} {.args} {.securityContext} {.livenessProbe.exec}|{end}';

it.each([
  [
    '-c p -- sleep 5',
    '||true|p busybox:1.36 ["sleep","5"]  {"capabilities":{"add":["SYS_TIME","SYS_PTRACE"]}} |q busybox:1.36    |',
  ],
  [
    '--set-image=p=busybox:1.35',
    '{"a":"b"}|{"c":"d"}||p busybox:1.35 ["sleep","9"] ["8"] {"capabilities":{"add":["SYS_TIME"]}} {"command":["true"]}|q busybox:1.36    |',
  ],
  [
    '--set-image=*=busybox:1.35 --share-processes=false',
    '{"a":"b"}|{"c":"d"}|false|p busybox:1.35 ["sleep","9"] ["8"] {"capabilities":{"add":["SYS_TIME"]}} {"command":["true"]}|q busybox:1.35    |',
  ],
  [
    '-c q --arguments-only --profile=sysadmin --keep-labels -- 7',
    '{"a":"b"}||true|p busybox:1.36 ["sleep","9"] ["8"] {"capabilities":{"add":["SYS_TIME"]}} |q busybox:1.36  ["7"] {"privileged":true} |',
  ],
  [
    '-c x --image=busybox:1.35 --profile=legacy',
    '|{"c":"d"}||p busybox:1.36 ["sleep","9"] ["8"] {"capabilities":{"add":["SYS_TIME"]}} {"command":["true"]}|q busybox:1.36    |x busybox:1.35    |',
  ],
])('a copy with %s', (flags, shown) => {
  const name = 'copy';
  desk.line(`kubectl debug p --copy-to=${name} ${flags}`);
  expect(desk.line(`kubectl get pod ${name} -o jsonpath='${SHOWN}'`).stdout).toBe(shown);
  desk.line(`kubectl delete pod ${name} --force`);
});

it.each([
  ['general', 'true|/|'],
  ['baseline', '||'],
  ['netadmin', 'true||{"capabilities":{"add":["NET_ADMIN","NET_RAW"]}}'],
  ['sysadmin', 'true|/|{"privileged":true}'],
])('a Pod on a node under the profile %s', (profile, shown) => {
  desk.line(`echo '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}}' | kubectl create -f -`);
  desk.line(`kubectl debug node/n --image=busybox:1.36 --profile=${profile}`);
  const pods = 'kubectl get pods -l app.kubernetes.io/managed-by=kubectl-debug';
  const made = `${pods} -o jsonpath='{.items[0].spec.hostPID}|{.items[0].spec.volumes[?(@.name=="host-root")].hostPath.path}|{.items[0].spec.containers[0].securityContext}'`;
  expect(desk.line(made).stdout).toBe(shown);
  desk.line('kubectl delete pods -l app.kubernetes.io/managed-by=kubectl-debug --force');
});

it('--custom puts its own over the container', () => {
  desk.line('kubectl debug p --image=busybox:1.36 -c e --custom=custom.json --env=Z=1');
  const shown = '{.spec.ephemeralContainers[0].env}{.spec.ephemeralContainers[0].stdin}';
  expect(desk.line(`kubectl get pod p -o jsonpath='${shown}'`).stdout).toContain('{"name":"Q","value":"1"}');
});

it('a name that an ephemeral container has already changes that container, which the server refuses', () => {
  desk.line('kubectl debug p --image=busybox:1.36 -c again');
  expect(desk.line('kubectl debug p --image=busybox:1.36 -c again').stderr).toContain(
    'The Pod "p" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "again" may not be changed\n',
  );
});
