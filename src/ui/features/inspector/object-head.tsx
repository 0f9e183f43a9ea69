import type { ReactNode } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { kindOf } from '../../projections/names.ts';
import type { Selection } from '../../session/selection-store.ts';
import { IconButton } from '../../widgets/controls/button.tsx';
import { ObjectHead } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import type { Trail } from './trail.ts';
import type { Subject } from './use-subject.ts';

/** What the inspector is about, and the way back to where one came from. */
export function Head({
  subject: { resource, ref },
  trail,
  glyph,
  children,
}: {
  readonly subject: Subject;
  readonly trail: Trail | undefined;
  readonly glyph: ReactNode;
  readonly children?: ReactNode;
}) {
  const t = useText(inspectorText);
  const kind = kindOf(resource);
  return (
    <ObjectHead
      glyph={glyph}
      name={ref.name}
      kind={ref.namespace === '' ? kind : t('kindIn', { kind, namespace: ref.namespace })}
      aside={trail === undefined ? undefined : <Back trail={trail} />}
    >
      {children}
    </ObjectHead>
  );
}

function Back({ trail }: { readonly trail: Trail }) {
  const t = useText(inspectorText);
  const name = nameOf(trail.from);
  return (
    <IconButton
      label={name === '' ? t('back.story') : t('back', { name })}
      icon="chevron-left"
      onClick={trail.back}
    />
  );
}

function nameOf(selection: Selection): string {
  switch (selection.kind) {
    case 'none':
      return '';
    case 'component':
      return selection.actor;
    case 'object':
      return selection.subject.name;
  }
}
