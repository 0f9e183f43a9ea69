import { useEffect, useState } from 'react';
import { usersText } from '../../../i18n/catalogue/users.ts';
import type { Translate } from '../../../i18n/text.ts';
import { ADMIN_USER, type ClusterUser, contextOf, userNamed, userNames } from '../../../scenario/user.ts';
import { contextIndex } from '../../projections/users/current-user.ts';
import { act } from '../../session/actions.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { Menu, MenuLabel, MenuRadio } from '../../widgets/overlay/menu.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './users.module.css';

type T = Translate<(typeof usersText)['en']>;

const NO_USERS: readonly ClusterUser[] = [];

/** The users a scenario brings; its reader is not part of the first screen. */
function useOwnUsers(branch: Branch | undefined): readonly ClusterUser[] {
  const text = branch?.document.scenario;
  const [own, setOwn] = useState<{ readonly of: string; readonly users: readonly ClusterUser[] }>();
  useEffect(() => {
    // Most scenarios name none: then there is nothing to read.
    if (text === undefined || !/\busers\b/.test(text)) return undefined;
    let wanted = true;
    const read = async (): Promise<void> => {
      const { parseScenario } = await import('../../../scenario/parse.ts');
      const parsed = parseScenario(text);
      if (wanted && parsed.ok) setOwn({ of: text, users: parsed.value.cluster.users });
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [text]);
  return own !== undefined && own.of === text ? own.users : NO_USERS;
}

function describe(t: T, name: string, own: readonly ClusterUser[]): string {
  const key = `is.${name}`;
  const brought = own.find((user) => user.name === name);
  if (brought === undefined && isKnown(t, key)) return t(key);
  const { role, namespace } = brought ?? userNamed(name, own) ?? {};
  if (role === undefined) return t('own.none');
  return namespace === undefined ? t('own.role', { role }) : t('own.namespace', { role, namespace });
}

type KnownKey = Extract<keyof (typeof usersText)['en'], `is.${string}`>;

const isKnown = (t: T, key: string): key is KnownKey => t.has(key);

/** Who kubectl is, and who else it could be. Choosing somebody is a step of the run, at the cursor. */
export function UserMenu() {
  const t = useText(usersText);
  const session = useSession();
  const branch = useActiveBranch();
  const own = useOwnUsers(branch);
  const context = useCursor(({ seq }) =>
    branch === undefined ? undefined : contextIndex(branch.trace).at(seq),
  );
  if (branch === undefined) return null;
  const names = userNames(own);
  const current =
    context === undefined ? ADMIN_USER : (names.find((name) => contextOf(name) === context) ?? context);
  const choose = (user: string): void => {
    if (user !== current) act(session, { user });
  };
  return (
    <Menu
      label={t('title')}
      align="end"
      trigger={
        <button type="button" className={styles.user} aria-label={t('label', { user: current })}>
          {t('as', { user: current })}
          <Icon name="chevron-down" size={11} />
        </button>
      }
    >
      <MenuLabel>{t('title')}</MenuLabel>
      <MenuRadio
        value={current}
        onChange={choose}
        options={names.map((name) => ({ value: name, label: name, note: describe(t, name, own) }))}
      />
      <MenuLabel>{t('note')}</MenuLabel>
    </Menu>
  );
}
