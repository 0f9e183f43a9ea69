import { Fragment, type ReactNode } from 'react';
import styles from './breadcrumb.module.css';

/** One step of where one is. Without `onOpen` it is only said. */
export interface Crumb {
  readonly id: string;
  readonly label: ReactNode;
  readonly onOpen?: () => void;
}

/** Where one is, from general to particular; the last step is the place itself. `note` adds what cluster it is. */
export function Breadcrumb({
  crumbs,
  note,
  menu,
}: {
  readonly crumbs: readonly Crumb[];
  readonly note?: ReactNode;
  readonly menu?: ReactNode;
}) {
  return (
    <>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.id}>
            {index > 0 && (
              <li aria-hidden="true" className={styles.slash}>
                /
              </li>
            )}
            <li
              className={styles.crumb}
              data-last={index === crumbs.length - 1}
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
              title={typeof crumb.label === 'string' ? crumb.label : undefined}
            >
              {crumb.onOpen === undefined ? (
                crumb.label
              ) : (
                <button type="button" className={styles.open} onClick={crumb.onOpen}>
                  {crumb.label}
                </button>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      {menu}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </>
  );
}
