import type { Pod } from '../../api/generated/types.ts';
import type { Draft } from '../../base/brand.ts';
import { decodeAs } from '../apiserver/decode/decoder.ts';
import { POD } from '../apiserver/kinds/pod/index.ts';

/** A Pod as a kubelet reads it from a file: decoded and with the API's defaults. */
export function podManifest(written: object): Pod {
  const pod = decodeAs('Pod', written).object as unknown as Draft<Pod>;
  POD.default?.(pod);
  return pod;
}
