import type { Kube } from '../kube.ts';
import { type ArgumentOptions, type Wanted, resolveArguments } from './arguments.ts';

/** What a line wants, by the flags many commands share (-f, -R, -l, --field-selector, -A, --all). */
export function wantedOf(kube: Kube, args: readonly string[], more: Partial<ArgumentOptions> = {}): Wanted {
  const { flags } = kube;
  const text = (name: string): string => (flags.has(name) ? flags.text(name) : '');
  const bool = (name: string): boolean => flags.has(name) && flags.bool(name);
  return resolveArguments(kube, {
    args,
    filenames: flags.has('filename') ? flags.list('filename') : [],
    recursive: bool('recursive'),
    labelSelector: text('selector'),
    fieldSelector: text('field-selector'),
    allNamespaces: bool('all-namespaces'),
    all: bool('all'),
    ...more,
  });
}
