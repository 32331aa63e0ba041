import { useRef } from 'react';

/**
 * Idempotency keys for one form: the same body gets the same key, so that pressing Save again after a lost answer
 * writes once; a changed body gets a new one.
 */
export function useSteadyKey(): (body: unknown) => string {
  const last = useRef<{ body: string; key: string } | null>(null);
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
