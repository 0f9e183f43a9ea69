import { type Result, err, ok } from '../../../base/result.ts';
import { LIMITS } from '../../kernel/limits.ts';
import type { Errno } from '../errno.ts';
import type { DeviceNode, FileNode, OpenFile } from './port.ts';
import { utf8Length } from './file-text.ts';

/** An open regular file. */
export class HandleOfFile implements OpenFile {
  readonly node: FileNode;
  /** Takes room on the file system; false when there is none. */
  private readonly charge: (bytes: number) => boolean;
  /** Whether so much more text may be held there. */
  private readonly hold: (chars: number) => boolean;

  constructor(
    node: FileNode,
    charge: (bytes: number) => boolean = () => true,
    hold: (chars: number) => boolean = () => true,
  ) {
    this.node = node;
    this.charge = charge;
    this.hold = hold;
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
    const { content } = node;
    const at = append ? content.length : Math.min(offset, content.length);
    const replaced = content.slice(at, at + data.length);
    const bytes = utf8Length(data) - utf8Length(replaced);
    if (!this.charge(bytes)) return err('ENOSPC');
    node.modifiedUs = nowUs;
    const longer = data.length - replaced.length;
    if (content.length + longer <= LIMITS.fileText && this.hold(longer)) content.write(at, data);
    else node.zeros += bytes;
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
