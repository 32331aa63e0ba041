import type { Held } from '#src/held/held.ts';
import { failureProblems, type Problem } from '#src/notices/failure-words.ts';
import { resendItem } from '#src/queries/outbox-acts.ts';
import type { OpenItem } from '#src/queries/outbox.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fixFields, typedOf, withTyped, type FixField } from './fix-fields.ts';

/** A refused item from being looked at to being sent again. Whatever fails, what was typed stays. */
export function useFixing(held: Held, item: OpenItem, onDone: () => void) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>> | null>(null);
  const isOver = useRef(false);
  // What was written since goes with it: else what waits behind would bring back what is put right here.
  const input = { ...item.input, ...item.newest };
  const fields = fixFields({ op: item.op, input });
  const done = () => {
    isOver.current = true;
    onDone();
  };
  const sending = useMutation({
    mutationFn: () => resendItem(held, item, withTyped(input, fields, typed ?? {})),
    networkMode: 'always',
    onSuccess: done,
  });
  const atField = problemAt(fields);
  const problems = sending.isError ? failureProblems(sending.error).map(atField) : [];
  const named = (item.refusal?.fields ?? []).map(atField);
  return {
    fields,
    /** what each field holds now; null while nobody puts anything right */
    values:
      typed === null ? null : { ...Object.fromEntries(fields.map((field) => [field.path, typedOf(input, field)])), ...typed },
    problems,
    marked: [...problems, ...named],
    /** Whether the server named a field that can be written anew here. */
    isNamed: named.some(({ field }) => field !== undefined),
    isSending: sending.isPending,
    done,
    open: () => setTyped({}),
    change: (path: string, value: string) => setTyped((before) => ({ ...before, [path]: value })),
    send: () => sending.mutate(),
    hasUnsaved: () => !isOver.current && Object.keys(typed ?? {}).length > 0,
  };
}

export type Fixing = ReturnType<typeof useFixing>;

/** A problem at the control where it is put right, or without one. */
function problemAt(fields: readonly FixField[]): (problem: Problem) => FieldProblem {
  return ({ path, message }) => ({ field: fields.find((field) => field.path === path)?.path, message });
}
