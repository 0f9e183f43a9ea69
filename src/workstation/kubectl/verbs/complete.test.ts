import { describe, expect, it } from 'vitest';
import { Desk } from '../../testing/desk.ts';

describe('completion', () => {
  const desk = new Desk();

  it('answers what the cluster and the kubeconfig have', () => {
    desk.kubectl('create configmap first --from-literal=a=b');
    desk.kubectl('create configmap second --from-literal=a=b');
    expect(desk.line("kubectl __completeNoDesc get cm first ''").stdout).toBe('second\n:4\n');
    expect(desk.line("kubectl __complete config use-context ''").stdout).toBe(
      'kubernetes-admin@kubernetes\n:4\n',
    );
    expect(desk.line("kubectl __completeNoDesc logs nosuch ''").stdout).toBe(':4\n');
  });

  it('tells what a command does', () => {
    const { stdout, stderr } = desk.line('kubectl __complete rollout st');
    expect(stdout).toBe('status\tShow the status of the rollout\n:4\n');
    expect(stderr).toBe('Completion ended with directive: ShellCompDirectiveNoFileComp\n');
  });

  it('tells what a flag is for', () => {
    expect(desk.line('kubectl __complete get pods --all').stdout).toBe(
      '--all-namespaces\tIf present, list the requested object(s) across all namespaces. Namespace in current context is ignored even if specified with --namespace.\n--allow-missing-template-keys\tIf true, ignore any errors in templates when a field or map key is missing in the template. Only applies to golang and jsonpath output formats.\n:4\n',
    );
    expect(desk.line('kubectl __complete get pods --help').stdout).toBe('--help\thelp for get\n:4\n');
    expect(desk.line('kubectl __complete hel').stdout).toBe('help\tHelp about any command\n:4\n');
  });

  it('takes its scripts into the shell', () => {
    expect(desk.line('source <(kubectl completion bash)')).toMatchObject({ exit: 0, stderr: '' });
    for (const shell of ['zsh', 'fish', 'powershell'])
      expect(desk.line(`kubectl completion ${shell}`).stdout).toContain('__complete');
  });
});

describe('what is printed of an event', () => {
  const desk = new Desk();
  desk.kubectl('create configmap web --from-literal=a=b');

  it.each([
    ['', /^EVENT      NAME   DATA   AGE\nADDED      web    1      \d+s\n$/],
    [' -o name', /^configmap\/web\n$/],
    [' -o json', /^\{"type":"ADDED","object":\{"apiVersion":"v1".*"managedFields".*\}\n$/],
  ])('get -w --output-watch-events%s', (format, wanted) => {
    const { stdout } = desk.line(`timeout 1 kubectl get cm -w --output-watch-events${format}`);
    expect(stdout).toMatch(wanted);
  });
});

it('a token ends in a line of its own before a terminal alone', () => {
  const desk = new Desk();
  desk.kubectl('create sa bob');
  expect(desk.line('kubectl create token bob').stdout).toMatch(/^eyJ\S+\n$/);
  expect(desk.line('kubectl create token bob | cat').stdout).toMatch(/^eyJ\S+$/);
});

it('a short name is written as it is, a name in any case', () => {
  const desk = new Desk();
  expect(desk.kubectl('get CM').stderr).toBe('error: the server doesn\'t have a resource type "CM"\n');
  expect(desk.kubectl('get ConfigMaps').exit).toBe(0);
});
