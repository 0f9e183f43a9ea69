import { own } from '../../../base/own.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { kustomized } from '../resource/manifests.ts';
import { COMPLETION_SCRIPTS } from './completion-scripts.ts';

// Commands about the machine that kubectl runs on: what can be said of the learner's.

/** `kubectl completion`: a script that asks `kubectl __complete`. Models kubectl/pkg/cmd/completion, whose scripts are other ones. */
// eslint-disable-next-line require-yield
export function* completion(kube: Kube): Task<number> {
  const [shell, ...more] = kube.args;
  if (shell === undefined) throw misused(kube, 'Shell not specified.');
  if (more.length > 0) throw misused(kube, 'Too many arguments. Expected only the shell type.');
  const script = own(COMPLETION_SCRIPTS, shell);
  if (script === undefined) throw misused(kube, `Unsupported shell type ${JSON.stringify(shell)}.`);
  kube.out(script);
  return 0;
}

/** `kubectl kustomize`. Models sigs.k8s.io/kustomize/kustomize/commands/build. */
// eslint-disable-next-line require-yield
export function* kustomize(kube: Kube): Task<number> {
  const { args, flags } = kube;
  if (args.length > 1) throw new CommandError('specify one path to kustomization.yaml');
  const text = kustomized(kube, args[0] ?? '.');
  const output = flags.text('output');
  if (output === '') kube.out(text);
  else kube.files.write(output, text);
  return 0;
}

/** `kubectl plugin list`: the machine has none. */
// eslint-disable-next-line require-yield
export function* pluginList(): Task<number> {
  throw new CommandError('unable to find any kubectl plugins in your PATH');
}

/** `kubectl kuberc`: there is no file of preferences, and none is made. Models kubectl/pkg/cmd/kuberc. */
// eslint-disable-next-line require-yield
export function* kuberc(kube: Kube): Task<number> {
  if (kube.path.at(-1)?.name === 'set') throw new CommandError('kubectl kuberc set is not simulated');
  kube.out(
    'kuberc file not found at /root/.kube/kuberc\nWould you like to generate a default kuberc file with recommended options? (y/N): ',
  );
  return 0;
}

/** `kubectl alpha`. */
// eslint-disable-next-line require-yield
export function* alpha(kube: Kube): Task<number> {
  kube.err('No alpha commands are available in this version of kubectl\n');
  return 0;
}
