import { mount } from './ui/app/mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
mount(root);
