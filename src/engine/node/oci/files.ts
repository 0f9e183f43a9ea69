export { Files } from '../../workloads/vfs/files.ts';
