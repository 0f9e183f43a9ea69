import { type ApiStatus, newBadRequest, newInvalid } from '../../../api/status.ts';
import { goQuote } from '../../../api/go-text.ts';
import { fieldPath, invalid } from '../../../api/field-error.ts';
import type { RequestContext } from './context.ts';

/** Why a request's options cannot be meant. Models ParseResourceVersion and the conversion of ListOptions (1.36). */
export function badOptions({ options, resource }: RequestContext): ApiStatus | undefined {
  const { malformed, resourceVersion = '' } = options;
  if (malformed !== undefined) return newBadRequest(malformed);
  if (/^\d*$/.test(resourceVersion)) return undefined;
  const group = resource.group === '' ? '' : `.${resource.group}`;
  return newInvalid(`${resource.resource}${group}`, '', [
    invalid(
      fieldPath('resourceVersion'),
      resourceVersion,
      `strconv.ParseUint: parsing ${goQuote(resourceVersion)}: invalid syntax`,
    ),
  ]);
}
