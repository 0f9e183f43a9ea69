/** Korean of `records.en.ts`. */
export const recordsKo = {
  table: '실행 기록',
  hint: '위아래 화살표로 재생 위치를 기록 하나씩 옮긴다.',
  time: '시각',
  actor: '주체',
  what: '일어난 일',
  kind: '기록 종류',
  'scope.label': '볼 기록',
  'scope.story': '이번 실행',
  'scope.cluster': '클러스터 전체',
  find: '이름, 컴포넌트, 종류로 찾기',
  found: '기록 {n}개',
  none: '이 낱말이 모두 들어 있는 기록은 없다.',
  empty: '아직 아무 일도 없다. 매니페스트를 적용하면 여기부터 기록이 쌓인다.',
} as const;
