import { LateCode } from '../../engine/kernel/late-code.ts';

/** The text at an address; undefined where there is nothing. */
export type Web = (url: string) => string | undefined;

/** Of the web the machine reaches a few files that clusters are set up with. They come with a run that asks for one. */
export const WEB = new LateCode<Web>('http', 'files of the web');

/** Whether an address may be one of them. */
export const isKnown = (url: string): boolean =>
  url.startsWith('https://github.com/kubernetes-sigs/metrics-server/');
