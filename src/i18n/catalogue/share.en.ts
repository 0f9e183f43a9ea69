/** Messages of sharing and of links that do not open. */
export const shareEn = {
  share: 'Share',
  title: 'Share this moment',
  promise: 'The link holds everything. Nothing is uploaded.',
  link: 'Link to this moment',
  copy: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The browser did not allow copying. Select the link and copy it by hand.',
  length: '{count#character|characters}',
  long: 'Some chat programs cut links this long.',
  'problem.damaged': 'This link is damaged: a part of it is missing or was changed on the way.',
  'problem.too-large': 'This link is too large to be opened safely.',
  'problem.future-version':
    'This link was made by a newer Podscope (format {version}). This page reads format 1.',
  'problem.not-a-run': 'This link does not hold a run. The trouble is at {where}.',
  'problem.unknown-scenario': 'This link names a scenario that this version does not have: {name}.',
  'problem.kept': 'Nothing was lost; the cluster below is a fresh one.',
  dismiss: 'Go on with a fresh cluster',
  'run.refused': 'The run could not be started: {why}',
  'run.crashed': 'Podscope’s engine stopped by a mistake of its own. Everything up to here still works.',
  'run.limit': 'The run reached a limit of the simulation: {what}.',
  retry: 'Compute again',
} as const;
