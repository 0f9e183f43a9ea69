/** 실행을 다른 프로그램의 형식으로 가져가는 말. */
export const exportKo = {
  label: '내보내기',
  'form.png': '화면 그림 (PNG)',
  'form.svg': '화면 도안 (SVG)',
  'form.mermaid': '시퀀스 다이어그램 (Mermaid)',
  'form.print': '인쇄용 페이지 (HTML)',
  'form.json': '모든 기록 (JSON)',
  'form.perfetto': 'Perfetto용 트레이스 이벤트 (JSON)',
  'print.note': 'Podscope가 전하는 기록 {n}개. Kubernetes 1.36 시뮬레이션.',
  saved: '{name:으로} 저장했다',
  failed: '저장하지 못했다: {why}',
} as const;
