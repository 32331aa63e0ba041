import type { CallName, Input } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { useAct, type Intent } from '#src/queries/consents.ts';
import { startPull } from './start-pull.ts';

/** A call about a case that only the server performs, and whose effect this tablet's copy of the case gets at once. */
export function useCaseCall<K extends CallName>(name: K) {
  return useAct(async ({ body, key }: Intent<Input<K>>) => {
    const answer = await api(name, body, { idempotencyKey: key });
    await startPull();
    return answer;
  });
}
