import { describe, expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';
import type { CommandSpec } from './grammar/command.ts';
import { GLOBAL_FLAGS } from './grammar/global.ts';
import { KUBECTL } from './grammar/root.ts';
import { helpText, optionHead } from './help.ts';
import helps from './texts/helps.json' with { type: 'json' };
import type { HelpTexts } from './texts/texts.ts';

describe('help', () => {
  const desk = new Desk();
  const help = (line: string): string => desk.kubectl(line).stdout;

  it('of kubectl alone is in groups', () => {
    expect(help('--help')).toContain(
      `Deploy Commands:
  rollout         Manage the rollout of a resource
  scale           Set a new size for a deployment, replica set, or replication controller
  autoscale       Auto-scale a deployment, replica set, stateful set, or replication controller

Cluster Management Commands:
  certificate     Modify certificate resources
`,
    );
    expect(help('--help')).toContain('Usage:\n  kubectl [flags] [options]\n\nUse "kubectl <command> --help"');
  });

  it('names aliases and the usage as the command has it', () => {
    expect(help('config use-context -h')).toBe(`Set the current-context in a kubeconfig file.

Aliases:
use-context, use

Examples:
  # Use the context for the minikube cluster
  kubectl config use-context minikube

Usage:
  kubectl config use-context CONTEXT_NAME [options]

Use "kubectl options" for a list of global command-line options (applies to all commands).
`);
    expect(help('rollout status -h')).toContain(
      'Usage:\n  kubectl rollout status (TYPE NAME | TYPE/NAME) [flags] [options]\n',
    );
    expect(help('rollout pause -h')).toContain('Usage:\n  kubectl rollout pause RESOURCE [options]\n');
  });

  it('of a command that only has commands goes where that command sends it', () => {
    expect(desk.kubectl('rollout')).toMatchObject({ exit: 1, stderr: '' });
    expect(desk.kubectl('certificate nosuch')).toMatchObject({ exit: 0, stderr: '' });
    expect(desk.kubectl('config')).toMatchObject({ exit: 1, stdout: '' });
  });

  it('has the long text, the examples and the options', () => {
    expect(help('help cordon')).toBe(`Mark node as unschedulable.

Examples:
  # Mark node "foo" as unschedulable
  kubectl cordon foo

Options:
    --dry-run='none':
	Must be "none", "server", or "client". If client strategy, only print the object that would be sent, without sending it. If server strategy, submit server-side request without persisting the resource.

    -l, --selector='':
	Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.(e.g. -l key1=value1,key2=value2,key3 in (value3)). Matching objects must satisfy all of the specified label constraints.

Usage:
  kubectl cordon NODE [options]

Use "kubectl options" for a list of global command-line options (applies to all commands).
`);
    expect(help('create deployment --help')).toContain(
      '  # Create a deployment named my-dep that runs the busybox image\n',
    );
    expect(help('options')).toContain("    -n, --namespace='':\n\tIf present, the namespace scope");
  });

  it('of what there is not is the list of commands, on stderr', () => {
    const { exit, stdout, stderr } = desk.kubectl('help nosuch');
    expect([exit, stdout]).toEqual([0, '']);
    expect(stderr.startsWith('Unknown help topic [`nosuch`]\n\n\nBasic Commands (Beginner):\n')).toBe(true);
  });

  it('is not asked for with =false', () => {
    expect(desk.kubectl('config current-context --help=false').stdout).toBe('kubernetes-admin@kubernetes\n');
  });
});

/** Every command, by its words. */
function everyCommand(path: readonly CommandSpec[] = [KUBECTL]): (readonly [string, CommandSpec])[] {
  const command = path.at(-1) as CommandSpec;
  const words = path.slice(1).map(({ name }) => name);
  return [
    [words.join(' '), command],
    ...(command.commands ?? []).flatMap((sub) => everyCommand([...path, sub])),
  ];
}

const TEXTS: HelpTexts = helps;
/** Flags of types of their own print an empty default without quotes. */
const head = (text: string): string =>
  text.replace('--aggregation-rule=', '--aggregation-rule=[]').replace('--vmodule=', "--vmodule=''");

describe('the texts', () => {
  it.each(everyCommand())('of "%s" list the flags that the grammar takes', (words, command) => {
    const flags = words === 'options' ? GLOBAL_FLAGS : command.flags;
    // pflag hides what is deprecated.
    const listed = flags.filter(({ hidden, deprecated }) => hidden !== true && deprecated === undefined);
    const taken = listed.map(optionHead);
    expect(
      Object.keys(TEXTS[words]?.options ?? {})
        .map(head)
        .sort(),
    ).toEqual(taken.sort());
  });

  it('are there for every command and no other', () => {
    expect(Object.keys(TEXTS).sort()).toEqual(
      everyCommand()
        .map(([words]) => words)
        .sort(),
    );
  });

  it('are said to be missing where they are', () => {
    expect(helpText([KUBECTL], undefined)).toContain('kubectl: its help text is not at hand.\n');
  });
});
