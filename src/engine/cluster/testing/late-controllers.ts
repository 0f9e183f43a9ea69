import { installLateControllers } from '../late-controllers.ts';

// Run before every test file: nothing is waited for there.
installLateControllers();
