import { isLink } from '../../../share/is-link.ts';
import type { Session } from '../../session/session.ts';
import { type EmbedAsk, type EmbedSay, readAsk } from './messages.ts';

const US_PER_SECOND = 1_000_000;

/** Steps of the story at the cursor's level, and the place of the cursor among them. */
function story({ runs, cursor }: Session) {
  const branch = runs.active();
  const { seq, level } = cursor.getState();
  const steps = branch?.story.steps(level) ?? [];
  return { branch, seq, steps, place: branch?.story.countUntil(seq, level) ?? 0 };
}

function seekTo(session: Session, place: number): void {
  const { steps } = story(session);
  const seq = steps[Math.max(0, Math.min(steps.length, place)) - 1] ?? -1;
  session.cursor.setState({ seq, fraction: 0, playing: false });
}

function seek(session: Session, ask: EmbedAsk & { readonly ask: 'seek' }): void {
  const { branch, steps } = story(session);
  if (ask.record !== undefined) return seekTo(session, ask.record);
  if (branch === undefined || ask.at === undefined) return;
  const limit = ask.at * US_PER_SECOND;
  seekTo(session, steps.filter((seq) => branch.trace.at(seq).at <= limit).length);
}

/**
 * Answers the page around this one. `load` opens a link as the address bar would. Only the parent window is listened
 * to and told; what it may ask is where to look, so any page may ask it. Answers how to stop.
 */
export function listenToHost(session: Session, load: (fragment: string) => void): () => void {
  const host = window.parent;
  if (host === window) return () => undefined;
  const tell = (say: EmbedSay): void => host.postMessage({ podscope: 1, ...say }, '*');
  const obey = (ask: EmbedAsk): void => {
    switch (ask.ask) {
      case 'load': {
        const fragment = ask.link.slice(Math.max(0, ask.link.indexOf('#')));
        return isLink(fragment) ? load(fragment) : tell({ say: 'refused', why: 'link: holds no run' });
      }
      case 'seek':
        return seek(session, ask);
      case 'step':
        return seekTo(session, story(session).place + ask.by);
      case 'play':
        return session.player.play();
      case 'pause':
        return session.cursor.setState({ playing: false });
    }
  };
  const hear = ({ data, source }: MessageEvent): void => {
    if (source !== host) return;
    const ask = readAsk(data);
    if (ask === undefined) return;
    if ('wrong' in ask) tell({ say: 'refused', why: ask.wrong });
    else obey(ask);
  };
  let told = '';
  const step = (): void => {
    const { branch, seq, steps, place } = story(session);
    const at = seq < 0 ? 0 : (branch?.trace.find(seq)?.at ?? 0) / US_PER_SECOND;
    const now = `${place}/${steps.length}`;
    if (now === told) return;
    told = now;
    tell({ say: 'step', record: place, records: steps.length, at });
  };
  window.addEventListener('message', hear);
  const stops = [session.cursor.subscribe(step), session.runs.store.subscribe(step)];
  tell({ say: 'ready' });
  step();
  return () => {
    window.removeEventListener('message', hear);
    for (const stop of stops) stop();
  };
}
