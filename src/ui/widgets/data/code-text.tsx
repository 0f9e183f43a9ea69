import { useState } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { IconButton } from '../controls/button.tsx';
import { useText } from '../ui-context.tsx';
import styles from './code-text.module.css';

/** Words of the machine inside a sentence. */
export function CodeText({ children }: { readonly children: string }) {
  return <code className={styles.inline}>{children}</code>;
}

/** A line or block to take away, with a copy button that says when it has. */
export function CopyCode({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText(commonText);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <div className={styles.block}>
      <pre className={styles.text} aria-label={label}>
        {text}
      </pre>
      <IconButton
        label={copied ? t('copied') : t('copy')}
        icon={copied ? 'check' : 'copy'}
        iconSize={14}
        onClick={() => void copy()}
      />
    </div>
  );
}
