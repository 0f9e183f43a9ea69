import { useStore } from 'zustand';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { clock } from '../../../i18n/format.ts';
import { placeCursor } from '../../session/place-cursor.ts';
import { useActiveBranch, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Notice } from '../../widgets/data/notice.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { linkStore, type OpenProblem } from './link-store.ts';

/** A strip about the run as a whole: the link did not open, the engine stopped, a limit was reached. */
export function RunNotice() {
  const t = useText(shareText);
  const problem = useStore(linkStore, (state) => state.problem);
  const branch = useActiveBranch();
  const session = useSession();
  if (problem !== undefined) {
    const dismiss = (): void => {
      linkStore.setState({ problem: undefined });
      history.replaceState(null, '', `${location.pathname}${location.search}`);
    };
    return (
      <Notice tone="failed" actions={<Button onClick={dismiss}>{t('dismiss')}</Button>}>
        {problemText(t, problem)} {t('problem.kept')}
      </Notice>
    );
  }
  if (branch?.status === 'refused')
    return <Notice tone="failed">{t('run.refused', { why: branch.problems.join('; ') })}</Notice>;
  if (branch?.status === 'limit')
    return <Notice tone="info">{t('run.limit', { at: clock(branch.now) })}</Notice>;
  if (branch?.status === 'crashed') {
    const retry = (): void => {
      const { seq } = session.cursor.getState();
      session.runs.retry();
      if (seq >= 0) placeCursor(session, seq, branch.trace.find(seq)?.at);
    };
    return (
      <Notice tone="failed" actions={<Button onClick={retry}>{t('retry')}</Button>}>
        {t('run.crashed')}
      </Notice>
    );
  }
  return null;
}

function problemText(t: ReturnType<typeof useText<(typeof shareText)['en']>>, problem: OpenProblem): string {
  switch (problem.kind) {
    case 'future-version':
      return t('problem.future-version', { version: String(problem.version) });
    case 'not-a-run':
      return t('problem.not-a-run', { where: problem.where === '' ? '/' : problem.where });
    case 'unknown-scenario':
      return t('problem.unknown-scenario', { name: problem.name });
    case 'damaged':
    case 'too-large':
      return t(`problem.${problem.kind}`);
  }
}
