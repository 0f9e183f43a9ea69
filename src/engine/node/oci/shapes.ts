/** What the runtime needs of images; the room above may not see workloads itself. */
export type { Image, ImageCatalogue, ImageLayer } from '../../workloads/images/catalogue.ts';
export type { Signal } from '../../workloads/signals.ts';
export { signalByWord } from '../../workloads/signals.ts';
export type { Stream } from '../../workloads/process/descriptors.ts';
export type { ProcessHandle, ProcessTable } from '../../workloads/process/table.ts';
export type { ProcessContext } from '../../workloads/process/context.ts';
export { FileTree } from '../../workloads/vfs/tree.ts';
export type { NetNamespace, Network } from '../../network/port.ts';
