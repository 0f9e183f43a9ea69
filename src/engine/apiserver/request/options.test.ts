import { expect, test } from 'vitest';
import type { ApiRequest } from '../../machinery/client.ts';
import { optionsProblem } from './options.ts';
import { queryOptions } from './raw-path.ts';

const problem = (request: Partial<ApiRequest> & Pick<ApiRequest, 'verb'>): string | undefined =>
  optionsProblem({ resource: 'pods', namespace: 'default', name: 'web', ...request })?.message;

const PATCH = 'PatchOptions.meta.k8s.io "" is invalid: ';

test('an apply names its manager, and nothing else is forced', () => {
  expect(problem({ verb: 'patch', patchType: 'apply' })).toBe(
    `${PATCH}fieldManager: Required value: is required for apply patch`,
  );
  expect(problem({ verb: 'patch', patchType: 'merge', options: { force: true } })).toBe(
    `${PATCH}force: Forbidden: may not be specified for non-apply patch`,
  );
  expect(problem({ verb: 'patch', patchType: 'apply', options: { force: true, fieldManager: 'me' } })).toBe(
    undefined,
  );
});

test('managers are short and printable, validation is one of three', () => {
  expect(problem({ verb: 'create', options: { fieldManager: 'm'.repeat(129) } })).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
  );
  expect(problem({ verb: 'update', options: { fieldManager: 'a\tb' } })).toBe(
    'UpdateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)',
  );
  expect(problem({ verb: 'create', options: { fieldValidation: 'Loose' as never } })).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Loose": supported values: "", "Ignore", "Strict", "Warn"',
  );
});

test('a dry run and what becomes of dependents are what there is to choose', () => {
  const wrong = 'dryRun: Unsupported value: ["true"]: supported values: "All"';
  expect(problem({ verb: 'create', options: queryOptions('dryRun=true') })).toBe(
    `CreateOptions.meta.k8s.io "" is invalid: ${wrong}`,
  );
  const policy =
    'propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"';
  for (const verb of ['delete', 'deletecollection'] as const)
    expect(problem({ verb, options: queryOptions('dryRun=true&propagationPolicy=Later') })).toBe(
      `DeleteOptions.meta.k8s.io "" is invalid: [${policy}, ${wrong}]`,
    );
  expect(problem({ verb: 'patch', patchType: 'merge', options: queryOptions('dryRun=All&dryRun=All') })).toBe(
    undefined,
  );
});

test('a match needs a version to match', () => {
  expect(problem({ verb: 'list', options: { resourceVersionMatch: 'Exact' } })).toBe(
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
  );
  expect(problem({ verb: 'list', options: { resourceVersionMatch: 'Exact', resourceVersion: '5' } })).toBe(
    undefined,
  );
});
