import type { OpRow } from '#store/outbox/op.ts';

type Answered = Pick<OpRow, 'opId' | 'call'>;
type Hear = (op: Answered, output: unknown) => void;

const listeners = new Set<Hear>();

/** Hears what the server answers to what this tab sends, parsed by its call's own schema. @returns how to stop */
export function hearAnswers(hear: Hear): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Told by the store, just before an answer is written down. */
export function tellAnswer(op: Answered, output: unknown): void {
  for (const hear of listeners) hear(op, output);
}
