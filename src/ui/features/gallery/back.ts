import { showPage } from '../../session/page.ts';
import { reveal } from '../../session/shell.ts';

/** Back to the run, and the keyboard with it: what it was on here is gone. */
export function backToRun(): void {
  showPage('run');
  reveal('stage');
}
