import { type CSSProperties, memo } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { ActorGlyph } from '../glyphs/actor-glyph.tsx';
import { actorHue, type ActorRole } from '../glyphs/actors.ts';
import { useText } from '../ui-context.tsx';
import styles from './yaml-view.module.css';
import { yamlTokens } from './yaml-tokens.ts';

/** A line and what happened to it. */
export interface YamlLine {
  readonly text: string;
  /** Its number in the file; a changed or filled line shows its sign instead. */
  readonly no?: number;
  readonly mark?: 'added' | 'removed' | 'filled' | 'current' | 'error' | 'info' | 'folded';
  /** Who filled it in, for the sign's hue. */
  readonly role?: ActorRole;
  readonly who?: string;
  /** What there is to know about the line, for the pointer and for screen readers. */
  readonly says?: string;
  /** Who wrote the line's field: a bar in the writer's hue, with its glyph where its lines begin. */
  readonly writer?: { readonly role: ActorRole; readonly name: string; readonly begins: boolean };
  /** Set back: it is of somebody else than the one who is looked for. */
  readonly dim?: boolean;
}

const SIGNS = {
  added: '+',
  removed: '−',
  filled: '+',
  current: undefined,
  error: undefined,
  info: 'i',
  folded: '⋯',
} as const;

const Line = memo(function Line({
  line,
  note,
  writers,
}: {
  readonly line: YamlLine;
  readonly note: string | undefined;
  readonly writers: boolean;
}) {
  const sign = line.mark === undefined ? undefined : SIGNS[line.mark];
  const hue =
    line.mark === 'filled' ? ({ '--sign': actorHue(line.role ?? 'apiserver') } as CSSProperties) : undefined;
  return (
    <div
      className={styles.line}
      data-mark={line.mark}
      data-dim={line.dim}
      style={hue}
      title={line.says ?? line.writer?.name}
    >
      <span className={styles.no} aria-hidden="true">
        {sign ?? line.no}
      </span>
      {writers && <Writer of={line.writer} />}
      <span className={styles.text}>
        {line.mark === 'folded'
          ? line.text
          : yamlTokens(line.text).map((token, index) => (
              <span key={index} className={styles[token.kind]}>
                {token.text}
              </span>
            ))}
        {note !== undefined && <span className="sr-only">{` (${note})`}</span>}
      </span>
    </div>
  );
});

/** Who wrote the line, beside it. */
function Writer({ of }: { readonly of: YamlLine['writer'] }) {
  if (of === undefined) return <span className={styles.writer} />;
  return (
    <span className={styles.writer} style={{ '--by': actorHue(of.role) } as CSSProperties} data-by="true">
      {of.begins && <ActorGlyph role={of.role} size={11} />}
    </span>
  );
}

/** YAML to read: coloured, with numbers, and signs for what was added, removed or filled in by the cluster. */
export function YamlView({ lines, label }: { readonly lines: readonly YamlLine[]; readonly label: string }) {
  const writers = lines.some(({ writer }) => writer !== undefined);
  const t = useText(commonText);
  const note = (line: YamlLine): string | undefined => {
    if (line.says !== undefined) return line.says;
    if (line.writer?.begins === true) {
      const by = t('yaml.writer', { who: line.writer.name });
      return line.mark === 'added' || line.mark === 'removed' ? `${t(`yaml.${line.mark}`)}, ${by}` : by;
    }
    if (line.mark === undefined || line.mark === 'current' || line.mark === 'info' || line.mark === 'folded')
      return undefined;
    return line.mark === 'filled'
      ? t('yaml.filled', { who: line.who ?? 'kube-apiserver' })
      : t(`yaml.${line.mark}`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
    <div className={styles.view} data-scrolls role="region" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        <Line key={index} line={line} note={note(line)} writers={writers} />
      ))}
    </div>
  );
}
