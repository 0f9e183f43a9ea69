import { useMemo } from 'react';
import { useStore } from 'zustand';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock } from '../../../i18n/format.ts';
import type { Branch } from '../../session/branch.ts';
import { atSameTime } from '../../session/same-time.ts';
import { ownPartAt, sameUntil } from '../../session/shared-prefix.ts';
import { showStage } from '../../session/stage-view.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { Button, IconButton } from '../../widgets/controls/button.tsx';
import { Pill } from '../../widgets/data/pill.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { MovingItem, MovingList } from '../../widgets/moving-list.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { branchName } from './names.ts';
import styles from './twins.module.css';
import { CHANGE_IDS, CHANGES, editText, withManifests } from './what-if.ts';

/** The branches of this sitting, and single changes that make another one beside it. */
export function BranchPanel() {
  const t = useText(twinsText);
  const { runs } = useSession();
  const { branches, active, beside } = useStore(runs.store);
  const { lang } = useUi();
  return (
    <div className={styles.panel}>
      <Section title={t('title')}>
        <p className={styles.hint}>{t('hint')}</p>
        <MovingList className={styles.branches}>
          {[...branches.values()].map((branch) => (
            <BranchRow
              key={branch.id}
              branch={branch}
              parent={branches.get(branch.parent?.branch ?? 0)}
              name={branchName(branch, branches.get(branch.parent?.branch ?? 0), lang)}
              where={branch.id === active ? 'shown' : branch.id === beside ? 'beside' : undefined}
            />
          ))}
        </MovingList>
      </Section>
      <Section title={t('what-if')}>
        <p className={styles.hint}>{t('what-if.hint')}</p>
        <WhatIf />
      </Section>
    </div>
  );
}

function stateOf(t: ReturnType<typeof useText<(typeof twinsText)['en']>>, { status, now }: Branch): string {
  const at = clock(now);
  switch (status) {
    case 'quiet':
    case 'horizon':
    case 'limit':
      return t(`state.${status}`, { at });
    case 'simulating':
    case 'refused':
    case 'crashed':
      return t(`state.${status}`);
  }
}

/** When a branch's own part begins; undefined when it shares nothing. */
function beginning({ parent, trace, document }: Branch, parentDocument: Branch['document'] | undefined) {
  const shared = parent === undefined ? undefined : trace.find(parent.lastShared)?.at;
  if (shared !== undefined) return ownPartAt(document, parentDocument, shared);
  // Made from a link, it has its records for itself, and yet the same ones up to there.
  const until = parentDocument === undefined ? 0 : sameUntil(parentDocument, document);
  return until > 0 && Number.isFinite(until) ? until : undefined;
}

/** The keyboard goes on in the row beside this one, which is about to go. */
function toNeighbour(inside: Element): void {
  const row = inside.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  [...(beside?.querySelectorAll<HTMLElement>('input, button') ?? [])].at(-1)?.focus();
}

function BranchRow({
  branch,
  parent,
  name,
  where,
}: {
  readonly branch: Branch;
  readonly parent: Branch | undefined;
  readonly name: string;
  readonly where: 'shown' | 'beside' | undefined;
}) {
  const t = useText(twinsText);
  const session = useSession();
  const { runs } = session;
  const from = beginning(branch, parent?.document);
  const show = (): void => atSameTime(session, () => runs.show(branch.id));
  // One that came with a link has not been looked at; one that was left early stands still.
  const isWaiting = where === undefined && (branch.trace.length === 0 || branch.status === 'simulating');
  return (
    <MovingItem data-where={where}>
      <div className={styles.branchHead}>
        <input
          className={styles.name}
          aria-label={t('rename.of')}
          value={branch.name}
          placeholder={name}
          onChange={(event) => runs.rename(branch.id, event.currentTarget.value.slice(0, 80))}
        />
        {where !== undefined && <Pill tone={where === 'shown' ? 'now' : 'plain'}>{t(where)}</Pill>}
      </div>
      <span className={styles.faint}>
        {from === undefined ? t('from.start') : t('from.at', { at: clock(from) })},{' '}
        {isWaiting ? t('state.waiting') : stateOf(t, branch)}
      </span>
      {where !== 'shown' && (
        <div className={styles.acts}>
          <Button look="quiet" aria-label={t('show.of', { name })} onClick={show}>
            {t('show')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('compare.of', { name })}
            onClick={() => {
              runs.setBeside(branch.id);
              showStage('twins');
            }}
          >
            {t('compare')}
          </Button>
          <IconButton
            label={t('remove.of', { name })}
            icon="close"
            iconSize={13}
            onClick={({ currentTarget }) => {
              toNeighbour(currentTarget);
              runs.remove(branch.id);
            }}
          />
        </div>
      )}
    </MovingItem>
  );
}

/** Single changes that make a twin; only those that change something of this run. */
function WhatIf() {
  const t = useText(twinsText);
  const branch = useActiveBranch();
  const { runs, files, cursor, player } = useSession();
  const edited = useStore(files.store, (state) => state.files);
  // After the reader has moved, what was done by then may be something else.
  useCursor((state) => state.playing);
  const document = branch?.document;
  const offers = useMemo(
    () =>
      document === undefined
        ? []
        : CHANGE_IDS.flatMap((id) => {
            const changed = withManifests(document, (text) => editText(text, CHANGES[id]));
            return changed === undefined ? [] : [{ id, document: changed }];
          }),
    [document],
  );
  const asEdited = useMemo(
    () =>
      document === undefined
        ? undefined
        : withManifests(document, (text, file) => (file === undefined ? text : (edited[file] ?? text))),
    [document, edited],
  );
  if (document === undefined) return null;
  const twin = (other: typeof document, name: string): void => {
    const { seq } = cursor.getState();
    player.pause();
    if (runs.twin(other, name) === undefined) return;
    cursor.setState({ seq });
    showStage('twins');
  };
  const seed = (document.seed ?? 1) + 1;
  return (
    <ul className={styles.offers}>
      {asEdited !== undefined && (
        <li>
          <Button onClick={() => twin(asEdited, t('what-if.editor'))}>{t('what-if.editor')}</Button>
        </li>
      )}
      {offers.map((offer) => (
        <li key={offer.id}>
          <Button onClick={() => twin(offer.document, t(`what-if.${offer.id}`))}>
            {t(`what-if.${offer.id}`)}
          </Button>
        </li>
      ))}
      <li>
        <Button onClick={() => twin({ ...document, seed }, t('what-if.seed', { seed: String(seed) }))}>
          {t('what-if.seed', { seed: String(seed) })}
        </Button>
      </li>
      {offers.length === 0 && <li className={styles.hint}>{t('what-if.none')}</li>}
    </ul>
  );
}
