import { type JsonObject, asObject } from '../../base/json.ts';
import { twinsText } from '../../i18n/catalogue/twins.ts';
import type { Lang } from '../../i18n/lang.ts';
import { text } from '../../i18n/text.ts';
import type { FaultFacts } from './faults/faults.ts';
import { faultWords } from './faults/words.ts';

/** What the reader did, in a few words: the command line, the fault, the manifest. `fault` is the step's, as it is read. */
export function inputWords(step: JsonObject, fault: FaultFacts | undefined, lang: Lang): string {
  const t = text(twinsText, lang);
  const { kubectl, run, user, traffic } = step;
  if (typeof kubectl === 'string') return `kubectl ${kubectl}`;
  if (typeof run === 'string') return run;
  const manifest = step['apply'] ?? step['create'];
  if (typeof manifest === 'string') return t('step.apply', { what: kindAndName(manifest) });
  if (fault !== undefined) return faultWords(fault, lang);
  if (typeof user === 'string') return t('step.user', { user });
  if (traffic !== undefined) {
    const { to, name } = asObject(traffic);
    return t('step.traffic', { to: String(to ?? name ?? '') });
  }
  return step['addNode'] === undefined ? Object.keys(step).join(', ') : t('step.node');
}

function kindAndName(manifest: string): string {
  const kind = /^kind:\s*(\S+)/m.exec(manifest)?.[1] ?? '';
  const name = /\bname:\s*([\w.-]+)/.exec(manifest)?.[1] ?? '';
  return `${kind} ${name}`.trim();
}
