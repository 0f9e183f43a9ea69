import { beforeAll, expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';

// Outputs of kubectl 1.36.3.

const desk = new Desk();

beforeAll(() => {
  desk.kubectl('create deployment web --image=nginx:1.25');
  desk.kubectl('create service clusterip web --tcp=80');
  desk.kubectl('label deployment web tier=front app.kubernetes.io/name=web');
});

/** Of kubectl itself, without the server: `patch --local` of a ConfigMap with these words. */
const PATCHED_HERE: readonly (readonly [type: string, patch: string, said: string])[] = [
  ['json', '[{"op":"replace","path":"/data/b","value":"x"}]', '{"a":"1","b":"x"}'],
  ['json', '[{"op":"remove","path":"/data"}]', ''],
  [
    'json',
    '[{"op":"remove","path":"/data/b"}]',
    "error: error in remove for path: '/data/b': Unable to remove nonexistent key: b: missing value\n",
  ],
  ['json', '[1]', 'error: json: cannot unmarshal number into Go value of type jsonpatch.Operation\n'],
  ['json', '{bad', "error: invalid character 'b' looking for beginning of object key string\n"],
  ['merge', '{bad', 'error: Invalid JSON Patch\n'],
  ['merge', '{"data":{"a":null,"b":"x"}}', '{"b":"x"}'],
  ['strategic', '[1]', 'error: invalid JSON document\n'],
  ['strategic', '{"data":{"$patch":"replace","b":"x"}}', '{"b":"x"}'],
  ['strategic', '{"data":{"$patch":"foo"}}', 'error: unknown patch type: foo in map: map[$patch:foo]\n'],
];

/** What is told of a manifest before any of it is sent: after `error: `. */
const READ: readonly (readonly [manifest: string, said: string])[] = [
  ['{"apiVersion":"v1","kind":5}', "kind isn't string type"],
  ['{"apiVersion":"a/b/c","kind":5}', "[unexpected GroupVersion string: a/b/c, kind isn't string type]"],
  ['{"apiVersion":"v1","kind":"List"}', 'invalid object to validate'],
  [
    '{"apiVersion":"v1","kind":"List","items":[5,"x",{"kind":"Pod"},{"apiVersion":"v1"}]}',
    '[invalid object to validate, apiVersion not set, kind not set]',
  ],
];

it.each(READ)('create -f of %s', (manifest, said) => {
  expect(desk.line(`echo '${manifest}' | kubectl create -f -`).stderr).toBe(
    `error: error validating "STDIN": error validating data: ${said}; if you choose to ignore these errors, turn validation off with --validate=false\n`,
  );
});

it('a time in the metadata that is none is found before it is sent', () => {
  const manifest = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","creationTimestamp":"y"}}';
  expect(desk.line(`echo '${manifest}' | kubectl create -f -`).stderr).toBe(
    'error: unable to decode "STDIN": parsing time "y" as "2006-01-02T15:04:05Z07:00": cannot parse "y" as "2006"\n',
  );
});

it.each(PATCHED_HERE)('patch --local --type=%s -p %s', (type, patch, said) => {
  const manifest = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1"}}';
  const { stdout, stderr } = desk.line(
    `echo '${manifest}' | kubectl patch --local -f - --type=${type} -p '${patch}' -o jsonpath={.data}`,
  );
  expect(stdout + stderr).toBe(said);
});

const SAID: readonly (readonly [line: string, exit: number, said: string])[] = [
  [
    'get deploy --show-labels --no-headers -o custom-columns=A:.metadata.name',
    1,
    'error: --show-labels option cannot be used with custom-columns=A:.metadata.name printer\n',
  ],
  [
    'get svc,deploy --sort-by=.metadata.name',
    1,
    'error: couldn\'t find any field with path "{.metadata.name}" in the list of objects\n',
  ],
  [
    'get deploy --subresource=scale',
    1,
    'error: subresource cannot be used when bulk resources are specified\n',
  ],
  [
    'label deployment web tier=front --resource-version=1',
    1,
    'Error from server (Conflict): Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again\n',
  ],
  [
    'apply --server-side --prune --all -f web.yaml',
    1,
    "error: --prune is in alpha and doesn't currently work on objects created by server-side apply\n",
  ],
  ['get pod nope -o jsonpath={bad', 1, 'Error from server (NotFound): pods "nope" not found\n'],
  [
    'get deploy web -o go-template={{bad',
    1,
    'error: error parsing template {{bad, template: output:1: function "bad" not defined\n',
  ],
  [
    'get deploy web -o go-template={{.bad',
    1,
    'error: error parsing template {{.bad, template: output:1: unclosed action\n',
  ],
  [
    'create token default --bound-object-kind=Pod --bound-object-name=nope',
    1,
    'error: failed to create token: pods "nope" not found\n',
  ],
  ['get --raw api', 1, 'error: --raw must be a valid URL path: parse "api": invalid URI for request\n'],
  ['create service clusterip x --tcp=abc', 1, 'error: strconv.ParseUint: parsing "abc": invalid syntax\n'],
  ['create service clusterip x --tcp=80:99999', 1, 'error: must be between 1 and 65535, inclusive\n'],
  [
    'create pdb x --selector=a=b --min-available=-1',
    1,
    'error: invalid format specified for min-available\n',
  ],
  [
    'create clusterrole x --verb=list --non-resource-url=/x',
    1,
    "error: invalid verb: 'list' for nonResourceURL\n",
  ],
  ['create clusterrole x --verb=get --non-resource-url=x', 1, 'error: nonResourceURL should start with /\n'],
  [
    'create clusterrole x --aggregation-rule=a=b --verb=get',
    1,
    'error: aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames\n',
  ],
  [
    'set image svc/web web=x',
    1,
    'error: services/web the object is not a pod or does not have a pod template: *v1.Service\n',
  ],
  ['set selector', 1, 'error: one selector is required\n'],
  ['set selector svc web', 1, 'error: resource(s) were provided, but no name was specified\n'],
  ['label deploy --all -l a=b x=y', 1, 'error: cannot set --all and --selector at the same time\n'],
  [
    'annotate deploy web a=1 a-',
    1,
    'error: can not both modify and remove the following annotation(s) in the same command: a\n',
  ],
  ['label deploy web tier-', 0, 'deployment.apps/web unlabeled\n'],
  ['patch deploy web -p {"spec":{"replicas":2}} --dry-run=client', 0, 'deployment.apps/web patched\n'],
  ['wait --for=jsonpath= deploy/web', 1, 'error: jsonpath expression cannot be empty\n'],
  ['wait --for=condition=Nope deploy/web --timeout=0', 1, 'error: condition not met for deployments/web\n'],
  ['debug deploy/web --image=busybox', 1, 'error: "apps/v1, Kind=Deployment" not supported by debug\n'],
  ['debug', 1, 'error: you must specify --image when not using --copy-to.\n'],
  [
    'autoscale svc web --max=2',
    1,
    'error: cannot autoscale a Service: could not find scale subresource for /v1, Resource=services in discovery information\n',
  ],
  ['autoscale deploy web --max=3 --cpu=abc', 1, 'error: invalid resource cpu value: abc\n'],
  ['run x --image=busybox --env=bad', 1, 'error: invalid env: bad\n'],
  ['top pod --sort-by=x', 1, 'error: --sort-by accepts only cpu or memory\n'],
  ['config set bogus.x 1', 1, 'error: unable to parse bogus.x after [] at api.Config\n'],
  [
    'drain x --pod-selector=a==b=',
    1,
    'error: --pod-selector=<pod_selector> must be a valid label selector\n',
  ],
  [
    'apply -f nofile --prune --all --prune-allowlist=x',
    1,
    'error: invalid GroupVersionKind format: x, please follow <group/version/kind>\n',
  ],
  [
    'run x --image=busybox --overrides=[{"op":"add","path":"/spec/hostNetwork","value":true}] --override-type=json --dry-run=client -o jsonpath={.spec.hostNetwork}',
    0,
    'true',
  ],
  ['events --for nosuch/x', 1, 'the server doesn\'t have a resource type "nosuch"\n'],
];

it.each(SAID)('%s', (line, exit, said) => {
  const ran = desk.kubectl(line);
  expect(ran.stdout + ran.stderr).toBe(said);
  expect(ran.exit).toBe(exit);
});

it('scale as a table', () => {
  const { stdout } = desk.kubectl('get deploy web --subresource=scale');
  expect(stdout.split('\n')[0]).toBe('NAME   DESIRED   AVAILABLE   AGE');
});

it('labels stand in the order of their texts', () => {
  desk.kubectl('label deploy web app.kubernetes.io/part-of=x --overwrite');
  const { stdout } = desk.kubectl('get deploy web --show-labels --no-headers');
  expect(stdout.trim().split(/ +/).at(-1)).toBe(
    'app.kubernetes.io/name=web,app.kubernetes.io/part-of=x,app=web',
  );
});

it('several conditions are waited for one after the other, each told', () => {
  const line = 'wait --for=jsonpath={.metadata.name}=web --for=jsonpath={.spec.replicas}=1 deploy/web';
  expect(desk.kubectl(line).stdout).toBe(
    'deployment.apps/web condition met\ndeployment.apps/web condition met\n',
  );
});

it('--record is hidden, deprecated and at work', () => {
  const { stdout, stderr } = desk.kubectl('set image deploy/web nginx=nginx:1.26 --record');
  expect(stdout).toBe('deployment.apps/web image updated\n');
  expect(stderr).toBe('Flag --record has been deprecated, --record will be removed in the future\n');
  const cause = (): string =>
    desk.kubectl('get deploy web -o jsonpath={.metadata.annotations.kubernetes\\.io/change-cause}').stdout;
  expect(cause()).toBe('kubectl set image deploy/web nginx=nginx:1.26 --record=true');
  desk.kubectl('scale deploy/web --replicas=2 --record=true');
  expect(cause()).toBe('kubectl scale deploy/web --replicas=2 --record=true');
  expect(desk.kubectl('delete deploy web --record').stderr).toBe(
    "error: unknown flag: --record\nSee 'kubectl delete --help' for usage.\n",
  );
});
