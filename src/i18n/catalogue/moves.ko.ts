/** 시간을 오가는 키가 갈 곳이 없을 때 하는 말. */
export const movesKo = {
  'milestone.next': '이 기록 뒤에는 이정표가 없다.',
  'milestone.previous': '이 기록 앞에는 이정표가 없다.',
  'warning.next': '이 기록 뒤에는 Warning이 없다.',
  'warning.previous': '이 기록 앞에는 Warning이 없다.',
  'write.next': '이 컴포넌트는 이 기록 뒤에 쓰는 것이 없다.',
  'write.previous': '이 컴포넌트는 이 기록 앞에 쓴 것이 없다.',
  component: 'V는 한 컴포넌트가 쓴 것을 따라간다. 그림에서 컴포넌트를 먼저 고른다.',
  over: '이 실행은 더 계산할 수 없다.',
  taken: '되돌렸다: {what}',
  'taken.none': '이 실행에서 한 일이 없어 되돌릴 것도 없다.',
  put: '다시 하기',
  'put.done': '다시 했다: {what}',
  'put.none': '다시 할 것이 없다.',
  extended: '{at}까지 더 계산했다. 기록 {n}개가 늘었다.',
  'extended.none': '{at}까지 더 계산했다. 더 일어나는 일은 없다.',
} as const;
