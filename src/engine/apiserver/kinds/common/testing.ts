import type { Draft } from '../../../../base/brand.ts';
import { randomStream } from '../../../../base/rng.ts';
import { errorBody } from '../../../../api/field-error.ts';
import type { KubeObject } from '../../../../api/object.ts';
import type { Kind, StrategyContext } from '../kind.ts';

/** A kind's strategy without a server around it. For tests. */

export interface Answer<T extends KubeObject> {
  readonly object: T;
  /** `FIELD: BODY`, as a refusal lists them. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

export function strategyContext(stored: readonly KubeObject[] = []): StrategyContext {
  return {
    now: '2026-01-02T03:04:05Z',
    unixUs: 1_767_323_045_000_000,
    user: 'kubernetes-admin',
    groups: [],
    dryRun: false,
    store: { get: () => undefined, list: <T extends KubeObject>() => stored as readonly T[] },
    random: (stream) => randomStream(7, stream),
    uid: () => '00000000-0000-4000-8000-000000000001',
  };
}

function lines(errors: readonly Parameters<typeof errorBody>[0][] | undefined): readonly string[] {
  return (errors ?? []).map((error) => `${error.field}: ${errorBody(error)}`);
}

/** Defaults, prepares and checks `object` as a create does. */
export function created<T extends KubeObject = KubeObject>(
  kind: Kind,
  object: object,
  context = strategyContext(),
): Answer<T> {
  const meta = { namespace: 'default', uid: context.uid() };
  const draft = structuredClone(object) as Draft<KubeObject>;
  draft.metadata = { ...meta, ...draft.metadata } as typeof draft.metadata;
  kind.default?.(draft);
  kind.prepareForCreate?.(draft, context);
  const made = draft as KubeObject;
  return {
    object: made as T,
    errors: lines(kind.validateCreate?.(made, context)),
    warnings: kind.warningsOnCreate?.(made, context) ?? [],
  };
}

/** Checks an update of `old`: `change` edits a copy of it. */
export function updated<T extends KubeObject>(
  kind: Kind,
  old: T,
  change: (draft: Draft<T>) => void,
): Answer<T> {
  const context = strategyContext();
  const draft = structuredClone(old) as Draft<KubeObject>;
  change(draft as unknown as Draft<T>);
  kind.default?.(draft);
  kind.prepareForUpdate?.(draft, old, context);
  const made = draft as KubeObject;
  return {
    object: made as T,
    errors: lines(kind.validateUpdate?.(made, old, context)),
    warnings: kind.warningsOnUpdate?.(made, old, context) ?? [],
  };
}
