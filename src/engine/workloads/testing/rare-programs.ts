import { RARE_PROGRAMS } from '../rare/programs.ts';
import { installRarePrograms } from '../rare/rare.ts';

// Run before every test file: nothing is waited for there.
installRarePrograms(RARE_PROGRAMS);
