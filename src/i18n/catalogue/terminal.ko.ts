/** 터미널에 쓰는 말. */
export const terminalKo = {
  title: '터미널',
  log: '터미널 출력',
  input: '명령줄',
  placeholder: 'kubectl get pods',
  past: '여기서 친 명령은 {at}에 실행되고 그 뒤는 새로 계산된다.',
  running: '실행 중',
  interrupted: '중단됨',
  exit: '종료 코드 {code}',
  stop: '중단',
  empty: '이때까지 친 명령이 없다.',
  suggestions: '추천 명령',
} as const;
