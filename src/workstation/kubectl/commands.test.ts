import { describe, expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';

// What a command prints, byte for byte, beside what recordings hold.

const web = `apiVersion: v1
kind: ConfigMap
metadata: {name: web, labels: {app: web}}
data: {a: one}
`;
const two = `${web}---
apiVersion: v1
kind: ConfigMap
metadata: {name: old, labels: {app: web}}
`;

describe('refusals', () => {
  const desk = new Desk();
  it.each([
    ['diff', 2, 'error: must specify one of -f and -k\n'],
    ['diff x', 2, "error: Unexpected args: [x]\nSee 'kubectl diff -h' for help and examples\n"],
    ['create', 1, 'error: must specify one of -f and -k\n'],
    ['create nosuch', 1, "error: Unexpected args: [nosuch]\nSee 'kubectl create -h' for help and examples\n"],
    ['run x', 1, 'error: required flag(s) "image" not set\n'],
    ['version x', 1, 'error: extra arguments: [x]\n'],
    [
      'get pods --context nosuch',
      1,
      'Error in configuration: context was not found for specified context: nosuch\n',
    ],
    [
      'get pods --request-timeout=soon',
      1,
      'error: Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)\n',
    ],
    ['completion', 1, "error: Shell not specified.\nSee 'kubectl completion -h' for help and examples\n"],
    ['certificate approve', 1, 'error: one or more CSRs must be specified as <name> or -f <filename>\n'],
    [
      'certificate deny nosuch',
      1,
      'Error from server (NotFound): certificatesigningrequests.certificates.k8s.io "nosuch" not found\n',
    ],
    ['plugin list', 1, 'error: unable to find any kubectl plugins in your PATH\n'],
    ['alpha', 0, 'No alpha commands are available in this version of kubectl\n'],
    ['taint pod x a=b:NoSchedule', 1, 'error: invalid resource type pod, only node types are supported\n'],
    [
      'taint node n a=b:NoSchedule a:NoSchedule-',
      1,
      'error: can not both modify and remove the following taint(s) in the same command: a=NoSchedule\n',
    ],
    ['create cm c --from-env-file=nosuch', 1, 'error: error reading nosuch: no such file or directory\n'],
    ['create service externalname s --external-name=_', 1, 'error: invalid service external name _\n'],
    [
      'apply view-last-applied cm/c -o x',
      1,
      "error: Unexpected -o output mode: x, the flag 'output' must be one of yaml|json\nSee 'kubectl apply view-last-applied -h' for help and examples\n",
    ],
    [
      'edit cm/c -o x',
      1,
      'error: unable to match a printer suitable for the output format "x", allowed formats are: json,kyaml,yaml\n',
    ],
    ['debug --profile=x', 1, 'error: unknown profile: x\n'],
    [
      'config get-contexts -o x',
      1,
      'error: --output x is not available in kubectl config get-contexts; resetting to default output format\n',
    ],
    [
      'config set-cluster c --certificate-authority=nosuch --embed-certs',
      1,
      'error: could not stat certificate-authority file nosuch: stat nosuch: no such file or directory\n',
    ],
    [
      'get pods --as-group=x',
      1,
      'error: requesting uid, groups or user-extra for kubernetes-admin without impersonating a user\n',
    ],
    ['get pods -s http://a:b:c', 1, 'error: host must be a URL or a host:port pair: "http://a:b:c"\n'],
    [
      'auth can-i get pods -s http://127.0.0.1:1',
      1,
      'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?\n',
    ],
    ['explain nosuch', 1, 'the server doesn\'t have a resource type "nosuch"\n'],
    [
      'set image deploy web nginx=nginx --local',
      1,
      "error: you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n",
    ],
    [
      'apply -f - --prune',
      1,
      'error: all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector\n',
    ],
  ])('%s', (line, exit, stderr) => {
    expect(desk.kubectl(line, web)).toEqual({ exit, stdout: '', stderr });
  });

  it('a server that is not there is asked what it serves, five times', () => {
    const { exit, stderr } = desk.kubectl('get pods --server=https://nosuch.example');
    const lines = stderr.split('\n');
    expect([exit, lines.length]).toEqual([1, 7]);
    expect(lines[4]?.slice(21)).toBe(
      String.raw`       1 memcache.go:265] "Unhandled Error" err="couldn't get current server API group list: Get \"https://nosuch.example/api?timeout=32s\": dial tcp: lookup nosuch.example on 127.0.0.1:53: no such host"`,
    );
    expect(lines[5]).toBe(
      'Unable to connect to the server: dial tcp: lookup nosuch.example on 127.0.0.1:53: no such host',
    );
  });

  it('without a kubeconfig the configuration is empty, and nothing else works', () => {
    expect(desk.kubectl('config view --kubeconfig=nosuch')).toEqual({
      exit: 0,
      stdout:
        'apiVersion: v1\nclusters: null\ncontexts: null\ncurrent-context: ""\nkind: Config\nusers: null\n',
      stderr: '',
    });
    expect(desk.kubectl('get pods --kubeconfig=nosuch').stderr).toBe(
      'error: stat nosuch: no such file or directory\n',
    );
  });

  it('a context that is not there leaves the table’s head', () => {
    expect(desk.kubectl('config get-contexts nosuch')).toEqual({
      exit: 1,
      stdout: 'CURRENT   NAME   CLUSTER   AUTHINFO   NAMESPACE\n',
      stderr: 'error: context nosuch not found\n',
    });
  });
});

describe('apply', () => {
  it('prunes what was applied before, and takes of files what a selector keeps', () => {
    const desk = new Desk();
    desk.kubectl('apply -f -', two);
    const pruned = desk.kubectl('apply -f - --prune -l app=web', web);
    expect({ ...pruned, stderr: pruned.stderr.replace(/^W\d{4} [\d:.]+/, 'W0102 03:04:05.678901') }).toEqual({
      exit: 0,
      stdout: 'configmap/web unchanged\nconfigmap/old pruned\n',
      stderr:
        'W0102 03:04:05.678901       1 prune.go:71] Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.\nWarning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n',
    });
    expect(
      desk.kubectl('apply -f - --prune --all --prune-allowlist=core/v1/Secret --dry-run=client', web).stdout,
    ).toBe('configmap/web unchanged (dry run)\n');
    expect(desk.kubectl('apply -f - -l app=db', web).stderr).toBe('error: no objects passed to apply\n');
  });
});

describe('edit', () => {
  const desk = new Desk();
  desk.kubectl('apply -f -', web);

  it('sends what the editor has changed', () => {
    desk.line('export KUBE_EDITOR="sed -i s/one/changed/"');
    expect(desk.line('kubectl edit cm web')).toEqual({
      exit: 0,
      stdout: 'configmap/web edited\n',
      stderr: '',
    });
    expect(desk.kubectl('get cm web -o jsonpath={.data.a}').stdout).toBe('changed');
  });

  it('sends nothing when nothing changed', () => {
    desk.line('export KUBE_EDITOR=true');
    expect(desk.line('kubectl edit cm web').stderr).toBe('Edit cancelled, no changes made.\n');
  });

  it('tells of an editor that is not there or fails', () => {
    desk.line('export KUBE_EDITOR=nosuch');
    expect(desk.line('kubectl edit cm web').stderr).toContain(
      'error: unable to launch the editor "nosuch"\n',
    );
    desk.line('export KUBE_EDITOR=false');
    expect(desk.line('kubectl edit cm web')).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'error: there was a problem with the editor "false"\n',
    });
  });

  it('keeps a copy of what the server refuses', () => {
    desk.line('export KUBE_EDITOR="sed -i s/name:.web/name:\\ other/"');
    const ran = desk.line('kubectl edit cm web');
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toMatch(
      /^A copy of your changes has been stored to "\/tmp\/kubectl-edit-\d+\.yaml"\nerror: At least one of apiVersion, kind and name was changed\n$/,
    );
  });
});

describe('what a real kubectl said of the same objects', () => {
  const desk = new Desk();
  const told = (line: string): { exit: number | 'interrupted'; text: string } => {
    const { exit, stdout, stderr } = desk.kubectl(line);
    return { exit, text: stdout + stderr };
  };
  desk.kubectl('create configmap c --from-literal=a=b --from-literal=x.y=z');
  desk.kubectl('create deployment web --image=nginx:1.29');

  it.each([
    [
      'get configmap -o json=x',
      1,
      /^error: unable to match a printer suitable for the output format "json=x", allowed/,
    ],
    [
      'get configmap c -o custom-columns-file=f',
      1,
      'error: error reading template f, open f: no such file or directory\n',
    ],
    ['get configmap c --server-print=false', 0, /^NAME {3}AGE\nc {6}\d+s\n$/],
    ['set env deployment/web --from=configmap/c', 0, /Warning: key x\.y transferred to X_Y\n/],
    ['set env deployment/web --list --resolve', 0, /\nA=b\nX_Y=z\n/],
    ['set image deployment web', 1, 'error: at least one image update is required\n'],
    ['set sa deployment/web', 1, /^error: You must provide one or more resources by argument or filename\./],
    ['apply view-last-applied configmap/c', 0, ''],
    ['wait --for=create pod/none --timeout=1s', 1, 'error: timed out waiting for the condition\n'],
    ['rollout status configmap/c', 1, 'error: no status viewer has been implemented for ConfigMap\n'],
    [
      'rollout undo configmap/c',
      1,
      'error: error retrieving rollbacker for "ConfigMap", no visitor method exists for { ConfigMap}\n',
    ],
    ['create role r --verb=get --resource=none', 1, `the server doesn't have a resource type "none"\n`],
    [
      'run r --image=nginx --image-pull-policy=x',
      1,
      "error: invalid image pull policy: x\nSee 'kubectl run -h' for help and examples\n",
    ],
    [
      'patch deployment web -p {spec:1}',
      1,
      "Error from server (BadRequest): invalid character 's' looking for beginning of object key string\n",
    ],
    ['delete configmap none --ignore-not-found', 0, ''],
  ])('%s', (line, exit, text) => {
    const ran = told(line);
    expect(ran.exit).toBe(exit);
    if (typeof text === 'string') expect(ran.text).toBe(text);
    else expect(ran.text).toMatch(text);
  });
});

describe('server-side apply of what was applied before', () => {
  const managers = (desk: Desk): string =>
    desk.kubectl('get cm web -o jsonpath={.metadata.managedFields[*].manager} --show-managed-fields').stdout;

  it('has a manager of its own keep the annotation', () => {
    const desk = new Desk();
    desk.kubectl('apply -f -', web);
    desk.kubectl('apply --server-side -f -', web);
    expect(managers(desk)).toBe('kubectl kubectl-last-applied');
    desk.kubectl('apply --server-side -f -', web);
    expect(managers(desk)).toBe('kubectl kubectl-last-applied');
  });

  it('has its entries set by whoever sends some, and wiped by an empty one', () => {
    const desk = new Desk();
    desk.kubectl('apply -f -', web);
    const replace = (value: string): string =>
      `patch cm web --type=json -p '[{"op":"replace","path":"/metadata/managedFields","value":${value}}]'`;
    desk.line(`kubectl ${replace('[]')}`);
    expect(managers(desk)).toBe('kubectl-client-side-apply');
    desk.line(`kubectl ${replace('[{}]')}`);
    expect(managers(desk)).toBe('');
  });

  it('leaves it to client-side apply for others', () => {
    const desk = new Desk();
    desk.kubectl('apply -f -', web);
    desk.kubectl('apply --server-side --field-manager=me -f -', web);
    expect(managers(desk)).not.toContain('kubectl-last-applied');
  });
});

describe('diff', () => {
  it('goes by the names of the files, and joins changes six lines apart', () => {
    const desk = new Desk();
    const data = (values: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {${values}}\n`;
    desk.kubectl('apply -f -', data('a: "1", b: "", c: "", d: "", e: "", f: "", g: "", h: "1", z: "1"'));
    const { stdout } = desk.kubectl(
      'diff -f -',
      `${data('a: "2", b: "", c: "", d: "", e: "", f: "", g: "", h: "2", z: "1"')}---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}\n`,
    );
    expect(stdout.match(/^diff .*MERGED-\d+\/(.*)$/gm)?.map((line) => line.split('/').at(-1))).toEqual([
      'apps.v1.Deployment.default.d',
      'v1.ConfigMap.default.c',
    ]);
    expect(stdout.split('v1.ConfigMap.default.c').at(-1)?.match(/^@@/gm)).toHaveLength(1);
  });
});

describe('rollout history of one revision', () => {
  it('shows its cause among the annotations', () => {
    const desk = new Desk();
    desk.kubectl('create deployment web --image=nginx');
    const uid = desk.kubectl('get deploy web -o jsonpath={.metadata.uid}').stdout;
    const set = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: 'web-1',
        labels: { app: 'web' },
        annotations: { 'deployment.kubernetes.io/revision': '1', 'kubernetes.io/change-cause': 'first' },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }],
      },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'n', image: 'i' }] } },
      },
    };
    desk.kubectl('create -f -', JSON.stringify(set));
    expect(desk.kubectl('rollout history deploy web --revision=1').stdout).toContain(
      'deployment.apps/web with revision #1\nPod Template:\n  Labels:\tapp=web\n  Annotations:\tkubernetes.io/change-cause: first\n',
    );
  });
});

describe('set', () => {
  const desk = new Desk();
  desk.kubectl('create cm a');
  desk.kubectl('create cm b');
  desk.kubectl('create deployment web --image=nginx');
  const none = (name: string): string =>
    `error: configmaps/${name} the object is not a pod or does not have a pod template: *v1.ConfigMap\n`;

  it.each([
    ['set image cm/a x=y', none('a')],
    ['set env cm --all A=1', `${none('a')}\n${none('b')}\n`],
    ['set env cm/a --list', ''],
    [
      'set subject deploy web --user=u',
      'error: deployments/web setting subjects is only supported for RoleBinding/ClusterRoleBinding\n',
    ],
    [
      'set env deploy/web A=1 --local',
      "error: You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'\n",
    ],
    [
      'set image deploy/web nginx=x --local',
      "error: you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n",
    ],
    ['patch cm a --local -p {}', 'error: cannot specify --local and server resources\n'],
    ['run l --image=nginx --port=x', 'error: strconv.Atoi: parsing "x": invalid syntax\n'],
  ])('%s', (line, stderr) => {
    expect(desk.kubectl(line).stderr).toBe(stderr);
  });

  it('says of a type without namespaces that it has none', () => {
    expect(desk.kubectl('auth can-i get nodes').stderr).toBe(
      "Warning: resource 'nodes' is not namespace scoped\n\n",
    );
  });

  it('asks nothing in a context that is gone', () => {
    const own = new Desk();
    own.kubectl('config delete-context kubernetes-admin@kubernetes');
    expect(own.kubectl('get pods').stderr).toBe(
      'Error in configuration: context was not found for specified context: kubernetes-admin@kubernetes\n',
    );
  });
});
