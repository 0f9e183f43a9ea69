import { expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: nginx:1.25\n';

function desk(): Desk {
  const made = new Desk();
  made.workstation.writeFiles({ 'web.yaml': POD, 'notes/a.txt': 'one\ntwo\n' });
  return made;
}

it('lines go through a shell: pipes, redirection, files of the editor', () => {
  const it = desk();
  expect(it.line('cat web.yaml | grep name | head -n 1')).toEqual({
    exit: 0,
    stdout: '  name: web\n',
    stderr: '',
  });
  expect(it.line('kubectl apply -f web.yaml && kubectl get pods --no-headers | wc -l')).toMatchObject({
    exit: 0,
    stdout: 'pod/web created\n1\n',
  });
  expect(it.line('kubectl get pod web -o name > out.txt; cat out.txt').stdout).toBe('pod/web\n');
  expect(it.line('kubectl get pods -o name | xargs kubectl delete --wait=false').stdout).toBe(
    'pod "web" deleted from default namespace\n',
  );
  expect(it.line('kubectl apply -f - <<EOF\n' + POD.replace('name: web', 'name: two') + 'EOF').stdout).toBe(
    'pod/two created\n',
  );
  expect(it.line('ls').stdout).toBe('notes\nout.txt\nweb.yaml\n');
});

it('the shell stays from line to line: directory, variables, functions for aliases', () => {
  const it = desk();
  expect(it.line('cd notes; X=5')).toEqual({ exit: 0, stdout: '', stderr: '' });
  expect(it.line('pwd; echo $X; cat a.txt | wc -l').stdout).toBe('/root/notes\n5\n2\n');
  it.line("alias k='kubectl get'");
  expect(it.line('k pods')).toEqual({
    exit: 0,
    stdout: '',
    stderr: 'No resources found in default namespace.\n',
  });
  expect(it.line('kubctl get pods')).toEqual({
    exit: 127,
    stdout: '',
    stderr: 'bash: kubctl: command not found\n',
  });
  expect(it.line('cat ~/.kube/config | head -n 2').stdout).toBe('apiVersion: v1\nclusters:\n');
  expect(it.line('kubectl get pod nosuch || echo failed').stdout).toBe('failed\n');
});

it('a program that reads the terminal gets what is typed, and Ctrl-C ends it', () => {
  const it = desk();
  const running = it.workstation.run({ run: { line: 'cat -' } });
  it.settle();
  running.type('hello\n');
  it.settle();
  expect(it.printed()).toBe('hello\nhello\n');
  running.type('\x03');
  expect(running.done.value()).toBe('interrupted');
});

it('what runs in the background outlives its line', () => {
  const it = desk();
  it.line('(sleep 5; echo late > late.txt) &');
  expect(it.line('sleep 6; cat late.txt').stdout).toBe('late\n');
});

it('has what a bash on a usual machine has', () => {
  const it = desk();
  const said = (line: string): string => it.line(line).stdout;
  expect(said('comm -12 <(seq 3) <(seq 2 4) | paste -sd,; ls /tmp')).toBe('2,3\n');
  expect(said("while read x; do echo -n $x-; done < <(printf 'a\\nb\\n')")).toBe('a-b-');
  expect(said('mapfile -t a < <(seq 3); echo ${#a[@]} ${a[2]}')).toBe('3 3\n');
  expect(said('false | true; echo ${PIPESTATUS[0]}${PIPESTATUS[1]}')).toBe('10\n');
  expect(said('timeout 1 sleep 5; echo $?; timeout 5 true; echo $?')).toBe('124\n0\n');
  expect(it.line('time sleep 0.5').stderr).toBe('\nreal\t0m0.500s\nuser\t0m0.000s\nsys\t0m0.000s\n');
  expect(said('diff <(seq 2) <(seq 3)')).toBe('2a3\n> 3\n');
  expect(it.line("echo 'a").stderr).toBe("bash: unexpected EOF while looking for matching `''\n");
});

it('jobs that a loop starts have their command, and are told of in a pipe and in $( ) too', () => {
  const it = desk();
  const line =
    'for i in 1 2; do sleep 90 & done; jobs; jobs | wc -l; kill $(jobs -p); sleep 1; jobs; jobs; sh -c "exit 3" & sh -c "kill -9 \\$\\$" & true & sleep 1; jobs | cut -c1-32';
  expect(it.line(line).stdout).toBe(
    [
      '[1]-  Running                 sleep 90 &',
      '[2]+  Running                 sleep 90 &',
      '2',
      '[1]-  Terminated              sleep 90',
      '[2]+  Terminated              sleep 90',
      '[1]   Exit 3                  sh',
      '[2]-  Killed                  sh',
      '[3]+  Done                    tr',
      '',
    ].join('\n'),
  );
});

it('what runs in <( ) and >( ) runs beside the command that is given it', () => {
  const it = desk();
  const said = (line: string): string => it.line(line).stdout;
  expect(said('cat <(yes) | head -2')).toBe('y\ny\n');
  expect(said('mapfile -t -s 1 -n 2 a < <(yes); echo "${#a[@]} ${a[*]}"')).toBe('2 y y\n');
  expect(said('echo hi > >(tr a-z A-Z); sleep 1')).toBe('HI\n');
  expect(said('echo hi | tee >(wc -l) > /dev/null; sleep 1')).toBe('1\n');
  expect(said('show() { cat "$1"; }; show <(echo in); wc -l <(seq 5)')).toBe('in\n5 /dev/fd/63\n');
  expect(said('for i in 1 2; do cat <(echo $i); done; exec 3< <(echo deep); cat <&3')).toBe('1\n2\ndeep\n');
  expect(said('kubectl create cm c --from-file=x=<(echo -n v) --dry-run=client -o jsonpath={.data.x}')).toBe(
    'v',
  );
  expect(said("kubectl apply -f <(cat web.yaml) -o name; ps | grep -c '[y]es'")).toBe('pod/web\n0\n');
});
