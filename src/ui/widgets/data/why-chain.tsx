import type { ReactNode } from 'react';
import styles from './why-chain.module.css';

/** One link from symptom towards root. */
export interface WhyLink {
  readonly id: string;
  readonly what: ReactNode;
  readonly detail?: ReactNode;
  /** Who knows: a component, an object, the kernel. */
  readonly source?: string;
}

export interface WhyChainProps {
  readonly links: readonly WhyLink[];
  /** Whether the last link is bad: it is washed and drawn as a diamond. */
  readonly bad: boolean;
  /** Opens the record behind a link. */
  readonly onOpen: (id: string) => void;
}

/** The Why? chain: symptom first, root last. */
export function WhyChain({ links, bad, onOpen }: WhyChainProps) {
  return (
    <ol className={styles.chain}>
      {links.map((link, index) => (
        <li key={link.id} className={styles.link} data-root={index === links.length - 1} data-bad={bad}>
          <button type="button" className={styles.open} onClick={() => onOpen(link.id)}>
            <span className={styles.what}>{link.what}</span>
            {link.source !== undefined && <span className={styles.source}>{link.source}</span>}
            {link.detail !== undefined && <span className={styles.detail}>{link.detail}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
