import { useStore } from 'zustand';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { COMMANDS, commandStore, handlerOf } from '../session/commands.ts';
import { isSingleKey } from '../session/keys.ts';
import { preferences } from '../session/preferences.ts';
import { Keys } from '../widgets/controls/key-cap.tsx';
import { Dialog } from '../widgets/overlay/dialog.tsx';
import { useText } from '../widgets/ui-context.tsx';
import styles from './shortcuts-dialog.module.css';

const GROUPS = ['play', 'look', 'lanes', 'panels', 'act'] as const;

/** The plus key without Shift, and the backslash of a Korean keyboard: they work, and need not be told. */
const UNTOLD: ReadonlySet<string> = new Set(['=', '₩']);

/** The zoom levels share one row. */
const LEVELS = new Set(['level.0', 'level.1', 'level.2', 'level.3', 'level.4']);

/** Every shortcut that does something now. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(shellText);
  const handlers = useStore(commandStore, (state) => state.handlers);
  const singleKeys = useStore(preferences, (state) => state.singleKeys);
  return (
    <Dialog open onClose={onClose} title={t('shortcuts')} width={760} readOnly>
      <div className={styles.groups}>
        {GROUPS.map((group) => {
          const commands = COMMANDS.filter(
            (command) =>
              command.group === group &&
              !LEVELS.has(command.id) &&
              handlerOf(command.id, handlers) !== undefined,
          );
          if (commands.length === 0) return null;
          return (
            <section key={group}>
              <h3 className={styles.title}>{t(`group.${group}`)}</h3>
              <dl>
                {group === 'look' && handlerOf('level.0', handlers) !== undefined && (
                  <div className={styles.row} data-off={!singleKeys}>
                    <dt>{t('shortcuts.levels')}</dt>
                    <dd className={styles.keys}>
                      <Keys combo="0" />–<Keys combo="4" />
                    </dd>
                  </div>
                )}
                {commands.map((command) => (
                  <div
                    key={command.id}
                    className={styles.row}
                    data-off={!singleKeys && command.keys.every(isSingleKey)}
                  >
                    <dt>{t(`cmd.${command.id}`)}</dt>
                    <dd className={styles.keys}>
                      {command.keys
                        .filter((combo) => !UNTOLD.has(combo))
                        .map((combo) => (
                          <Keys key={combo} combo={combo} />
                        ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <p className={styles.note}>{singleKeys ? t('shortcuts.typing') : t('shortcuts.off')}</p>
    </Dialog>
  );
}
