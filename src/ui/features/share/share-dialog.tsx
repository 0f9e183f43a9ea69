import { useEffect, useMemo, useState } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { bytes, clock } from '../../../i18n/format.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { embedHtml } from '../../../share/snippets.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Switch } from '../../widgets/controls/switch.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { canBeOpened, type LinkParts, linkTo, partsOf, usualParts, WHOLE } from './link-to.ts';
import { MarkdownForm } from './markdown-form.tsx';
import { QrCode } from './qr.tsx';
import styles from './share.module.css';
import { useCopy } from './use-copy.ts';

/** Longer links are cut by some chat programs. */
const LONG = 2_000;
/** What the largest QR code holds, in bytes. */
const QR_BYTES = 2_900;

type Form = 'link' | 'qr' | 'markdown' | 'embed';
const FORMS: readonly Form[] = ['link', 'qr', 'markdown', 'embed'];

function useLink(parts: LinkParts): string {
  const { lang } = useUi();
  const session = useSession();
  const [link, setLink] = useState('');
  useEffect(() => {
    let here = true;
    void linkTo(session, lang, parts).then((made) => here && setLink(made));
    return () => {
      here = false;
    };
  }, [session, lang, parts]);
  return link;
}

function useTitle(): string {
  const { lang } = useUi();
  const title = titleOfText(useSession().runs.active()?.document.scenario ?? '');
  return typeof title === 'object' ? title[lang] : (title ?? 'Podscope');
}

/** What the link takes along: each part that there is, on or off. */
function Parts({
  parts,
  onParts,
}: {
  readonly parts: LinkParts;
  readonly onParts: (parts: LinkParts) => void;
}) {
  const t = useText(shareText);
  const session = useSession();
  const { faults, files, branches } = useMemo(() => partsOf(session), [session]);
  const seq = useCursor((cursor) => cursor.seq);
  const at = useActiveBranch()?.trace.find(seq)?.at;
  return (
    <div className={styles.parts}>
      {at !== undefined && (
        <Switch
          label={t('part.moment')}
          note={clock(at)}
          on={parts.moment}
          onChange={(moment) => onParts({ ...parts, moment })}
        />
      )}
      {faults > 0 && (
        <Switch
          label={t('part.faults', { n: faults })}
          on={parts.faults}
          onChange={(on) => onParts({ ...parts, faults: on })}
        />
      )}
      {files > 0 && (
        <Switch
          label={t('part.files')}
          note={bytes(files)}
          on={parts.files}
          onChange={(on) => onParts({ ...parts, files: on })}
        />
      )}
      {branches > 0 && (
        <Switch
          label={t('part.branches', { n: branches })}
          on={parts.branches}
          onChange={(on) => onParts({ ...parts, branches: on })}
        />
      )}
    </div>
  );
}

function textOf(form: Form, link: string, title: string): string {
  if (link === '' || form !== 'embed') return link;
  return embedHtml(link, title);
}

/** The link to the moment under the cursor: to read, to copy, to photograph, for a README and for a page. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(shareText);
  const { lang } = useUi();
  const session = useSession();
  const [parts, setParts] = useState(WHOLE);
  // Branches that would make it too long to be handed on stay out of it until they are asked for.
  useEffect(() => void usualParts(session, lang).then(setParts), [session, lang]);
  const link = useLink(parts);
  const title = useTitle();
  const [form, setForm] = useState<Form>('link');
  return (
    <Dialog open onClose={onClose} title={t('title')} width={560}>
      <Segmented
        label={t('form')}
        value={form}
        onChange={setForm}
        options={FORMS.map((value) => ({ value, label: t(`form.${value}`) }))}
      />
      {form === 'markdown' ? (
        <MarkdownForm link={link} title={title} />
      ) : (
        <Plain form={form} link={link} text={textOf(form, link, title)} />
      )}
      <Parts parts={parts} onParts={setParts} />
      <p className={styles.promise}>{t('promise')}</p>
    </Dialog>
  );
}

function Plain({ form, link, text }: { readonly form: Form; readonly link: string; readonly text: string }) {
  const t = useText(shareText);
  const copy = useCopy();
  // Nobody could open it: neither is it offered.
  if (!canBeOpened(link)) return <p role="alert">{t('tooLarge')}</p>;
  return (
    <>
      {form === 'qr' ? (
        <div className={styles.qr}>
          {link.length > QR_BYTES ? <p>{t('qr.long')}</p> : <QrCode text={link} label={t('qr.label')} />}
        </div>
      ) : (
        <label className={styles.field}>
          <span className="sr-only">{form === 'link' ? t('link') : t(`form.${form}`)}</span>
          <textarea
            readOnly
            rows={form === 'embed' ? 5 : 3}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
        </label>
      )}
      <div className={styles.row}>
        <span className={styles.length}>
          {t('length', { count: link.length })}
          {link.length > LONG && ` ${t('long')}`}
        </span>
        <Button
          look="primary"
          icon="copy"
          keys="L"
          onClick={() => void copy(text, form === 'embed' ? t('copied.text') : t('copied'))}
        >
          {form === 'embed' ? t('copy.text') : t('copy')}
        </Button>
      </div>
    </>
  );
}
