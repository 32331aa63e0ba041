import type { OfflineSession } from '#src/offline/session.ts';
import { failureProblems, type CallProblem } from '#src/notices/failure-words.ts';
import type { OpenItem } from '#src/queries/client/outbox.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { withMended } from '#src/ui/fields/field-checks.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fixFields, fixFieldText, withFixes, type FixField } from './fix-fields.ts';

/** The correction of a refused item, from opening it to sending it again. Input is never lost, whatever fails. */
export function useFixing(offline: OfflineSession, item: OpenItem, onDone: () => void) {
  const [fixes, setFixes] = useState<Readonly<Record<string, string>> | null>(null);
  // Fields that were changed since the last try: their problems no longer stand.
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const isOver = useRef(false);
  // Later edits are included: otherwise the ops behind this one would restore the uncorrected values.
  const input = { ...item.input, ...item.newest };
  const fields = fixFields({ op: item.op, input });
  const done = () => {
    isOver.current = true;
    onDone();
  };
  const sending = useMutation({
    mutationFn: () => offline.local.outbox.resend(item, withFixes(input, fields, fixes ?? {})),
    networkMode: 'always',
    onSuccess: done,
  });
  const atField = problemAt(fields);
  const changed = [...mended];
  const atChanged = (found: readonly FieldProblem[]) => changed.reduce<readonly FieldProblem[]>(withMended, found);
  const problems = atChanged(sending.isError ? failureProblems(sending.error).map(atField) : []);
  const named = atChanged((item.refusal?.fields ?? []).map(atField));
  return {
    fields,
    /** each field's present value; null outside of a correction */
    values:
      fixes === null
        ? null
        : { ...Object.fromEntries(fields.map((field) => [field.path, fixFieldText(input, field)])), ...fixes },
    problems,
    marked: [...problems, ...named],
    /** Whether the server named a field that can be corrected. */
    isNamed: named.some(({ field }) => field !== undefined),
    isSending: sending.isPending,
    done,
    open: () => setFixes({}),
    change: (path: string, value: string) => {
      setFixes((before) => ({ ...before, [path]: value }));
      setMended((before) => new Set([...before, path]));
    },
    send: () => {
      setMended(new Set());
      sending.mutate();
    },
    hasUnsaved: () => !isOver.current && Object.keys(fixes ?? {}).length > 0,
  };
}

export type Fixing = ReturnType<typeof useFixing>;

/** A problem at the control where it is corrected, or without one. */
function problemAt(fields: readonly FixField[]): (problem: CallProblem) => FieldProblem {
  return ({ path, message }) => ({ field: fields.find((field) => field.path === path)?.path, message });
}
