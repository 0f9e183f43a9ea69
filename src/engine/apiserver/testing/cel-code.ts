import { installCel } from '../cel/code.ts';

// Run before every test file: nothing is waited for there.
installCel();
