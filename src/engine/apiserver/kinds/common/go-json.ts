import { jsonError } from '../../../../api/go-json-error.ts';

/** undefined when the text is a JSON object; else the words of Go's encoding/json. */
export function jsonObjectError(text: string): string | undefined {
  const problem = jsonError(text);
  if (problem !== undefined) return problem;
  const json: unknown = JSON.parse(text);
  if (json === null || (typeof json === 'object' && !Array.isArray(json))) return undefined;
  const what = Array.isArray(json) ? 'array' : typeof json === 'boolean' ? 'bool' : typeof json;
  return `json: cannot unmarshal ${what} into Go value of type map[string]interface {}`;
}
