import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { durationWords, list } from '../../../i18n/format.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import { shortImage } from '../names.ts';
import { endsFault, type FaultFacts } from './faults.ts';

/** What a fault does, as a clause: "the kubelet on worker-2 is stopped". */
export function faultWords(fault: FaultFacts, lang: Lang): string {
  const t = text(faultsText, lang);
  const { kind, component = '', node = '', state = '', pod = '', container = '', signal = '' } = fault;
  const image = fault.image === '*' ? t('every-image') : shortImage(fault.image ?? '');
  const ends = endsFault(fault);
  switch (kind) {
    case 'component': {
      const what = node === '' ? component : t('on-node', { what: component, node });
      if (state === 'slow' && ends) return t('says.slow.off', { what });
      if (state === 'slow') return t('says.slow', { what, delay: durationWords(fault.delayUs ?? 0, lang) });
      return t(state === 'up' ? 'says.up' : 'says.down', { what });
    }
    case 'node':
      return t(ends ? 'says.node.up' : 'says.node.down', { node });
    case 'partition': {
      const from = fault.from === undefined ? t('everyone') : list(fault.from, lang);
      return ends ? t('says.partition.off', { node }) : t('says.partition.on', { node, from });
    }
    case 'cni':
      return t(ends ? 'says.cni.ok' : state === 'plugin-error' ? 'says.cni.plugin' : 'says.cni.config', {
        node,
      });
    case 'registry-delay':
      return ends
        ? t('says.delay.off', { image })
        : t('says.delay', { image, delay: durationWords(fault.delayUs ?? 0, lang) });
    case 'registry-error':
      return ends ? t('says.error.off', { image }) : t('says.error', { image, error: fault.error ?? '' });
    case 'image-remove':
      return node === '' ? t('says.image', { image }) : t('says.image.node', { image, node });
    case 'static-pod':
      return t(ends ? 'says.static.absent' : 'says.static.present', { name: fault.name ?? '', node });
    case 'sandbox-kill':
      return t('says.sandbox', { pod });
    case 'process':
      return t('says.process', { pod, container, signal: `SIG${signal}` });
    default:
      return kind;
  }
}
