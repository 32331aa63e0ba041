import type { OpRow } from '#store/db/op.ts';

type AnsweredOp = Pick<OpRow, 'opId' | 'call'>;
type AnswerListener = (op: AnsweredOp, output: unknown) => void;

const listeners = new Set<AnswerListener>();

/**
 * Calls the listener with the server's answer to each op that this tab sends, parsed by its call's own schema. @returns how to
 * stop
 */
export function onOpAnswer(hear: AnswerListener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Called by the store just before an answer is written. */
export function emitOpAnswer(op: AnsweredOp, output: unknown): void {
  for (const hear of listeners) hear(op, output);
}
