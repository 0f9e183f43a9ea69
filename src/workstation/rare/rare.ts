import type { Json } from '../../base/json.ts';
import { MissingCode } from '../../engine/kernel/late-code.ts';
import type { ObjectPrinter } from '../kubectl/printers/printer.ts';
import type { Sorter } from '../kubectl/printers/sort.ts';
import type { Kube } from '../kubectl/kube.ts';
import type { Unstructured } from '../kubectl/object.ts';
import type { Verb } from '../kubectl/verbs/verb.ts';
import type { Program } from '../../engine/workloads/program.ts';
import type { Tabs } from '../shell/tab-editor.ts';
import type { TOOL_NAMES } from '../shell/tool-names.ts';
import type { WaysOntoNodes } from '../nodes/ssh.ts';

/** What few runs do at the learner's machine. The code comes only with a run that does it. */
export interface RareTools {
  /** Commands of kubectl by their words, but for those of verbs/common.ts. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** `-o jsonpath=…`, `-o go-template=…` and their like. */
  readonly templatePrinter: (kube: Kube, format: string, argument: string | undefined) => ObjectPrinter;
  /** `-o kyaml` */
  readonly toKyaml: (value: Json) => string;
  /** `-o custom-columns=…` */
  readonly columnsPrinter: (kube: Kube) => ObjectPrinter | undefined;
  /** An object as the Go struct of its kind is written. */
  readonly asStruct: (object: Unstructured) => Unstructured;
  /** `--sort-by` */
  readonly sorterOf: (expression: string) => Sorter | undefined;
  /** Programs of the machine. */
  readonly programs: Readonly<Record<(typeof TOOL_NAMES)[number], Program>>;
  /** vi and its like. */
  readonly tabEditor: (tabs: Tabs) => Program;
  /** `ssh` and `docker`, with all that a node has. */
  readonly waysOntoNodes: WaysOntoNodes;
}

let installed: RareTools | undefined;

/** Puts the code in place, for every run from now on. */
export function installRareTools(tools: RareTools | undefined): void {
  installed = tools;
}

/** Throws what makes the host load the code and play the run again where it has not come. */
export function rareTools(): RareTools {
  if (installed === undefined) throw new MissingCode('tools', 'the rare tools of the machine are not loaded');
  return installed;
}
