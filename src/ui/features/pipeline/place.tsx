import { useMemo } from 'react';
import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { subjectAt } from '../../projections/pipeline/subject.ts';
import { titleOfText } from '../../../scenario/title.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useSelection, useSession } from '../../session/use-session.tsx';
import { Breadcrumb, type Crumb } from '../../widgets/data/breadcrumb.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { pickedPod, useUntil } from './use-pipeline.ts';
import { isInServer, zoomTo, zoomToNode } from './zoom.ts';

/** Kubernetes' version that is simulated. */
const VERSION = '1.36';

/** The run's title, as its scenario has it; undefined for texts that cannot be read here. */
function titleOf(branch: Branch | undefined, lang: Lang): string | undefined {
  const title = branch === undefined ? undefined : titleOfText(branch.document.scenario);
  return typeof title === 'object' ? title[lang] : title;
}

/** The run's title in the page's language, for the window and for narrow pages. */
export function useRunTitle(): string | undefined {
  const branch = useActiveBranch();
  const { lang } = useUi();
  return useMemo(() => titleOf(branch, lang), [branch, lang]);
}

/** Where one is: the run, and from the Node level on the way down to it. */
export function Place() {
  const t = useText(pipelineText);
  const { selection: store } = useSession();
  const branch = useActiveBranch();
  const title = useRunTitle();
  const until = useUntil();
  const { zoom, selection, focusNode } = useSelection((state) => state);
  const workers = branch === undefined ? 0 : branch.world.list('nodes', until).length;
  const subject =
    branch === undefined ? undefined : subjectAt(branch.trace, branch.world, until, pickedPod(selection));
  const node = focusNode ?? subject?.node;
  const crumbs: Crumb[] =
    title === undefined
      ? []
      : [{ id: 'run', label: title, ...(zoom === 1 ? {} : { onOpen: () => zoomTo(store, 1) }) }];
  if (zoom === 0) crumbs.push({ id: 'cluster', label: t('zoom.0') });
  const inServer = isInServer({ zoom, selection });
  if (inServer) crumbs.push({ id: 'server', label: 'kube-apiserver' });
  if (zoom >= 2 && !inServer && node !== undefined)
    crumbs.push({
      id: 'node',
      label: node,
      ...(zoom === 2 ? {} : { onOpen: () => zoomToNode(store, node) }),
    });
  if (zoom >= 3 && subject?.ref !== undefined)
    crumbs.push({
      id: 'pod',
      label: subject.ref.name,
      ...(zoom === 3 ? {} : { onOpen: () => zoomTo(store, 3) }),
    });
  const container = selection.kind === 'object' ? selection.subject.container : undefined;
  if (zoom === 4 && container !== undefined) crumbs.push({ id: 'container', label: container });
  return (
    <Breadcrumb
      crumbs={crumbs}
      note={workers === 0 ? undefined : t('place.note', { version: VERSION, n: workers })}
    />
  );
}
