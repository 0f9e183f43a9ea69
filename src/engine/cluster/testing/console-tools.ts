import { CONSOLE_TOOLS } from '../console-code.ts';
import { installConsoleTools } from '../console-tools.ts';

// Run before every test file: nothing is waited for there.
installConsoleTools(CONSOLE_TOOLS);
