/** 편집기에 쓰는 말. */
export const editorKo = {
  title: '편집기',
  files: '파일',
  newFile: '새 파일',
  close: '{name} 닫기',
  manifest: '매니페스트 {name}',
  apply: '적용',
  edit: '편집',
  editAgain: '고쳐서 다시 적용',
  applied: '적용됨',
  loading: '편집기를 불러온다',
  notSent: '클러스터에는 아무것도 보내지 않았다.',
  refused: '거절되었다. etcd에는 쓰이지 않았다.',
  'filled.apiserver': 'API 서버가 채웠다',
  'filled.scheduler': '스케줄러의 binding이 썼다',
  empty: '열린 파일이 없다.',
} as const;
