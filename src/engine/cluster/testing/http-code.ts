import { installHttp } from '../http/code.ts';

// Run before every test file: nothing is waited for there.
installHttp();
