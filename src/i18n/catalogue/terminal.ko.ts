/** 터미널에 쓰는 말. */
export const terminalKo = {
  input: '명령줄',
  help: '학습자 컴퓨터의 터미널. Tab은 완성, 위 화살표는 이전 명령, Control C는 중단, Escape는 나가기.',
  past: '여기서 친 명령은 {at}에 실행되고 그 뒤는 새로 계산된다.',
  held: '입력하는 동안에는 시계가 멈춰 있다.',
  over: '시뮬레이션은 {at}에 끝났다. 여기서 친 명령은 실행되지 않으니 그 앞으로 되돌아간다.',
  running: '실행 중: {line}',
  stop: '중단 (Ctrl C)',
  tooLong: '한 번에 입력하기에는 너무 길다. 편집기에서 파일로 만든다. 아무것도 보내지 않았다.',
} as const;
