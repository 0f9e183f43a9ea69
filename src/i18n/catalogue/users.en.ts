/** Messages of the choice of a user. */
export const usersEn = {
  as: 'as {user}',
  label: 'Who kubectl is: {user}',
  title: 'Who asks the API server',
  note: 'From the cursor on: kubectl config use-context',
  'is.admin': 'may do everything',
  'is.developer': 'role edit, in namespace default only',
  'is.viewer': 'role view: reads, changes nothing',
  'is.nobody': 'known, but no role: 403',
  'is.stranger': 'a token nobody issued: 401',
  'is.anonymous': 'no credentials at all: 403',
  'own.role': 'role {role}',
  'own.namespace': 'role {role}, in namespace {namespace} only',
  'own.none': 'no role of its own',
} as const;
