/** Messages of the editor. */
export const editorEn = {
  title: 'Editor',
  files: 'Files',
  newFile: 'New file',
  close: 'Close {name}',
  manifest: 'Manifest {name}',
  apply: 'Apply',
  edit: 'Edit',
  editAgain: 'Edit and re-apply',
  applied: 'Applied',
  loading: 'Loading the editor',
  notSent: 'Nothing was sent to the cluster.',
  refused: 'Refused. Nothing was written to etcd.',
  'filled.apiserver': 'filled in by the API server',
  'filled.scheduler': 'written by the scheduler’s binding',
  empty: 'No file is open.',
} as const;
