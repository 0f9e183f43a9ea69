import { type Result, err, ok } from '../../base/result.ts';
import { baseTree, withCurl } from '../../engine/workloads/images/rootfs.ts';
import type { Program } from '../../engine/workloads/program.ts';
import { Files } from '../../engine/workloads/vfs/files.ts';
import { FileTree } from '../../engine/workloads/vfs/tree.ts';
import { HOME, type LocalFiles, absolute } from '../files.ts';

const ROOT = { uid: 0, gid: 0, groups: [], override: true };

const take = (): Result<void, never> => ok();

/** The disk of the learner's machine: tools, the home directory with the editor's tabs, kubectl's configuration. */
export class Disk {
  readonly vfs: Files;
  private readonly tree = baseTree('busybox');
  private readonly nowUs: () => number;

  constructor(nowUs: () => number) {
    this.nowUs = nowUs;
    withCurl(this.tree);
    this.tree.mkdirs(HOME);
    this.vfs = new Files(this.tree);
    const dev = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
    dev.put(
      '/null',
      dev.newDevice(() => '', take),
    );
    dev.put(
      '/zero',
      dev.newDevice(() => '\0'.repeat(65_536), take),
    );
    this.vfs.mount('/dev', dev);
  }

  program(path: string, program: Program, bytes = 0): void {
    this.tree.executable(path, program, bytes);
  }

  /** Another name for a program. */
  link(path: string, target: string): void {
    this.tree.link(path, target);
  }

  /** A file whose text is made when it is read. */
  view(path: string, read: () => string): void {
    this.tree.put(path, this.tree.newDevice(read, undefined, 0o600));
  }

  write(path: string, text: string): void {
    this.tree.put(path, this.tree.newFile(text, 0o644, this.nowUs()));
  }

  /** Files as a program in this directory names them. */
  from(cwd: () => string): LocalFiles {
    const { vfs, tree } = this;
    const at = (path: string): string => absolute(path, cwd());
    return {
      read(path) {
        const found = vfs.lookup(at(path), ROOT);
        if (!found.ok) return err('missing');
        if (found.value.kind === 'directory') return err('directory');
        return ok(
          found.value.kind === 'device'
            ? found.value.read()
            : found.value.kind === 'file'
              ? found.value.content.toString()
              : '',
        );
      },
      write: (path, text) => this.write(at(path), text),
      list(path) {
        const names = vfs.readdir(at(path), ROOT);
        return names.ok ? [...names.value].sort() : undefined;
      },
      remove: (path) => tree.remove(at(path)),
    };
  }
}
