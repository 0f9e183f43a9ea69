/** What keys of the time machine say when there is nothing to go to. */
export const movesEn = {
  'milestone.next': 'No milestone comes after this record.',
  'milestone.previous': 'No milestone comes before this record.',
  'warning.next': 'No Warning comes after this record.',
  'warning.previous': 'No Warning comes before this record.',
  'write.next': 'This component writes nothing after this record.',
  'write.previous': 'This component writes nothing before this record.',
  component: 'V goes through the writes of a component: pick one in the drawing first.',
  over: 'This run cannot be simulated any further.',
  taken: 'Taken back: {what}',
  'taken.none': 'You have done nothing in this run that could be taken back.',
  put: 'Put back',
  'put.done': 'Put back: {what}',
  'put.none': 'There is nothing to put back.',
  extended: 'Simulated on to {at}: {n#record|records} more.',
  'extended.none': 'Simulated on to {at}: nothing more happens.',
} as const;
