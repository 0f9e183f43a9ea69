/** 갈래로 가는 단추. */
export const branchesKo = {
  tool: '갈래',
  'tool.count': '갈래 {n}개',
  title: '갈래와 비교',
} as const;
