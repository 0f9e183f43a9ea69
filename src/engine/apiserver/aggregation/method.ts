const METHODS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

/** HTTP's word for a verb, for a request that is handed on. */
export const methodOf = (verb: string): string => METHODS[verb] ?? 'GET';
