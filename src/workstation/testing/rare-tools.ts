import { installRareTools } from '../rare/rare.ts';
import { RARE_TOOLS } from '../rare/tools.ts';

// Run before every test file: nothing is waited for there.
installRareTools(RARE_TOOLS);
