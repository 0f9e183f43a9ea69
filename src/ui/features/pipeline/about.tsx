import { aboutText } from '../../../i18n/catalogue/about.ts';
import { useText } from '../../widgets/ui-context.tsx';

type Key = keyof (typeof aboutText)['en'];

/** Parts whose explanation has another name than their place in the drawing. */
const SAME: Readonly<Record<string, Key>> = {
  machine: 'node',
  left: 'node',
  right: 'node',
  containers: 'container',
  'kube-scheduler': 'scheduler',
  'kube-controller-manager': 'controllers',
  'kube-apiserver': 'band',
  'kube-proxy': 'proxy',
};

/** The part of a stop such as `kubelet`, `containers.nginx`, `actor:kube-proxy` or `pod:default/nginx`. */
function partOf(stop: string): string {
  const [kind = '', name = ''] = stop.split(/[.:]/);
  return kind === 'actor' ? name : kind;
}

/** What a part of the drawing is. Fetched with the first tip: nobody needs it before. */
export function About({ stop }: { readonly stop: string }) {
  const t = useText(aboutText);
  const part = partOf(stop);
  const key = SAME[part] ?? part;
  return t.has(key) ? t(key) : null;
}
