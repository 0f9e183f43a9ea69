/** 사용자를 고를 때 쓰는 말. */
export const usersKo = {
  as: '{user:으로}',
  label: 'kubectl의 사용자: {user}',
  title: '누가 API 서버에 묻는가',
  note: '커서부터 적용된다: kubectl config use-context',
  'is.admin': '무엇이든 할 수 있다',
  'is.developer': 'edit 역할, default 네임스페이스만',
  'is.viewer': 'view 역할: 읽기만 한다',
  'is.nobody': '누구인지는 알지만 역할이 없다: 403',
  'is.stranger': '아무도 내준 적 없는 토큰: 401',
  'is.anonymous': '자격 증명이 아예 없다: 403',
  'own.role': '{role} 역할',
  'own.namespace': '{role} 역할, {namespace} 네임스페이스만',
  'own.none': '따로 준 역할이 없다',
} as const;
