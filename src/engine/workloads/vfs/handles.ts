import { type Result, err, ok } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { DeviceNode, FileNode, OpenFile } from './port.ts';
import { utf8Length } from './tree.ts';

/** An open regular file. */
export class HandleOfFile implements OpenFile {
  readonly node: FileNode;
  /** Takes room on the file system; false when there is none. */
  private readonly charge: (bytes: number) => boolean;

  constructor(node: FileNode, charge: (bytes: number) => boolean) {
    this.node = node;
    this.charge = charge;
  }

  read(offset: number, max: number): string {
    return this.node.content.slice(offset, offset + max);
  }

  write(
    offset: number,
    data: string | { readonly zeros: number },
    append: boolean,
    nowUs: number,
  ): Result<number, Errno> {
    const { node } = this;
    if (typeof data !== 'string') {
      if (!this.charge(data.zeros)) return err('ENOSPC');
      node.zeros += data.zeros;
      node.modifiedUs = nowUs;
      return ok(offset + data.zeros);
    }
    const at = append ? node.content.length : Math.min(offset, node.content.length);
    const replaced = node.content.slice(at, at + data.length);
    if (!this.charge(utf8Length(data) - utf8Length(replaced))) return err('ENOSPC');
    node.content =
      at === node.content.length
        ? node.content + data
        : node.content.slice(0, at) + data + node.content.slice(at + data.length);
    node.modifiedUs = nowUs;
    return ok(at + data.length);
  }
}

/** An open device: /dev/null, a file of /proc. What it says is fixed when it is first read. */
export class HandleOfDevice implements OpenFile {
  readonly node: DeviceNode;
  private text: string | undefined;

  constructor(node: DeviceNode) {
    this.node = node;
  }

  read(offset: number, max: number): string {
    if (this.node.endless === true) return this.node.read().slice(0, max);
    this.text ??= this.node.read();
    return this.text.slice(offset, offset + max);
  }

  write(
    offset: number,
    data: string | { readonly zeros: number },
    _append: boolean,
    _nowUs: number,
  ): Result<number, Errno> {
    if (this.node.write === undefined) return err('EACCES');
    if (typeof data !== 'string') return ok(offset);
    const written = this.node.write(data);
    return written.ok ? ok(offset + data.length) : written;
  }
}
