import { start } from './ui/app/start.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
// Before anything of the page has come there is nothing to say it with but the words that stand here.
start(root).catch((error: unknown) => {
  for (const words of document.querySelectorAll<HTMLElement>('[data-away]')) words.hidden = false;
  throw error;
});
