import { start } from './ui/app/start.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
void start(root);
