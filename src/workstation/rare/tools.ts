import { sorterOf } from '../kubectl/printers/sort.ts';
import { toKyaml } from '../kubectl/printers/kyaml.ts';
import { asStruct } from '../kubectl/printers/structs/as-struct.ts';
import { columnsPrinter, templatePrinter } from '../kubectl/printers/templates.ts';
import { RARE_VERBS } from '../kubectl/verbs/rare.ts';
import { waysOntoNodes } from '../nodes/ssh.ts';
import { tabEditor } from '../shell/tab-editor.ts';
import { TOOLS } from '../shell/tools.ts';
import type { RareTools } from './rare.ts';

/** All of them. One more verb: a line in kubectl/verbs/rare.ts. */
export const RARE_TOOLS: RareTools = {
  verbs: RARE_VERBS,
  templatePrinter,
  columnsPrinter,
  toKyaml,
  asStruct,
  sorterOf,
  programs: TOOLS,
  tabEditor,
  waysOntoNodes,
};
