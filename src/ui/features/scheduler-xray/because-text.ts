import type { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { list } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { Because } from '../../projections/scheduler-xray/because.ts';

const HOSTNAME = 'kubernetes.io/hostname=';

type T = Translate<(typeof schedulerXrayText)['en']>;

/** What kept the Pod off a node, in a few words. */
export function becauseText(t: T, because: Because): string {
  const named = (pods: readonly string[]): string => list(pods.map(plainName), t.lang);
  switch (because.kind) {
    case 'cordoned':
      return t('because.cordoned');
    case 'name':
      return t('because.name', { name: because.name });
    case 'taint':
      return because.taint;
    case 'label': {
      const { wants, has, key } = because;
      return has === undefined ? t('because.label.none', { wants, key }) : t('because.label', { wants, has });
    }
    case 'port':
      return t('because.port', { port: because.port });
    case 'short':
      return t('because.short', { resource: because.resource, asks: because.asks, left: because.left });
    case 'never':
      return t('because.never', { resource: because.resource, asks: because.asks, most: because.most });
    case 'full':
      return t('because.full', { n: because.pods });
    case 'skew':
      return t('because.skew', { domain: because.domain, skew: because.skew, most: because.most });
    case 'noLabel':
      return t('because.noLabel', { key: because.key });
    case 'repelled':
      return because.domain.startsWith(HOSTNAME)
        ? t('because.here', { pods: named(because.pods) })
        : t('because.repelled', { pods: named(because.pods), domain: because.domain });
    case 'unwanted':
      return t('because.unwanted', { pods: named(because.pods) });
    case 'lonely':
      return t('because.lonely', { domain: because.domain });
    case 'volumes':
      return t('because.volumes', { attached: because.attached, added: because.added, limit: because.limit });
    case 'words':
      return because.words;
  }
}

/** Pods of the default namespace are named without it, as kubectl names them. */
function plainName(pod: string): string {
  return pod.startsWith('default/') ? pod.slice('default/'.length) : pod;
}
