import { newId } from '#src/device/new-id.ts';
import { attemptOf, type Attempt } from '#src/session/idempotency-key.ts';
import { useRef } from 'react';

/** The idempotency key of a form: the same body keeps its key, so that saving again after a lost answer writes once. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<Attempt<unknown> | null>(null);
  return (body) => {
    last.current = attemptOf({
      last: last.current,
      fields: body,
      complete: (fields) => fields,
      newKey: newId,
    });
    return last.current.key;
  };
}
