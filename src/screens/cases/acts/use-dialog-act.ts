import { useState } from 'react';
import type { Intent } from '#src/queries/consents.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { callWords } from './act-words.ts';

type Act<B, A> = { readonly perform: (intent: Intent<B>) => Promise<A>; readonly onDone?: (answer: A) => void };

/** An act of a dialog that only the server performs: the same body again has the same key, and a failure is told in `problem`. */
export function useDialogAct() {
  const [problem, setProblem] = useState<string | null>(null);
  const keyFor = useIdempotencyKey();
  const run = async <B extends object, A>(body: B, { perform, onDone }: Act<B, A>): Promise<void> => {
    setProblem(null);
    try {
      const answer = await perform({ body, key: keyFor(body) });
      onDone?.(answer);
    } catch (failure) {
      setProblem(callWords(failure));
    }
  };
  return { problem, run };
}
