/** Messages of the table of records. */
export const recordsEn = {
  table: 'Records of the run',
  hint: 'Up and down move the playhead from record to record.',
  time: 'Time',
  actor: 'Who',
  what: 'What happened',
  kind: 'Kind of record',
  'scope.label': 'Which records',
  'scope.story': 'This run',
  'scope.cluster': 'Whole cluster',
  find: 'Find by name, component or kind',
  found: '{n#record|records}',
  none: 'No record names all of these words.',
  empty: 'Nothing has happened yet. Apply a manifest and records start here.',
} as const;
