import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { settleDisagreement } from '#domain/consents/family-decline.ts';
import type { Fault } from '#domain/base/fault.ts';
import type { CourtOrder } from '#domain/family/court-order.ts';
import { OUTCOMES, type DisagreementDraft } from '#domain/family/family.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useRecordDisagreement } from '#src/queries/records.ts';
import { NEEDS_NETWORK, needsNetwork } from './act-words.ts';

const FIELDS: readonly string[] = [
  'outcome',
  'note',
  'courtOrder.court',
  'courtOrder.number',
  'courtOrder.date',
  'courtOrder.decision',
];
const NO_ORDER: CourtOrder = { court: '', number: '', date: null, decision: null };

/** How a disagreement was settled, as it is written down, and the call that records it. @param onDone - called once it is recorded */
export function useDisagreement({ consentID, version, needsAllAdults }: Consent, onDone: () => void) {
  const isEachNeeded = needsAllAdults ?? false;
  const [outcome, setOutcome] = useState<DisagreementDraft['outcome'] | null>(null);
  const [note, setNote] = useState('');
  const [courtOrder, setCourtOrder] = useState<CourtOrder>(NO_ORDER);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const today = useToday();
  const record = useRecordDisagreement();
  const keyFor = useIdempotencyKey();
  const correct = (path: string) => setFaults((found) => found.filter((each) => each.path !== path));
  const show = (found: readonly Fault[]) => {
    setFaults(found);
    const first = found[0]?.path ?? '';
    if (FIELDS.includes(first)) document.getElementById(`settle-${first.replace('.', '-')}`)?.focus();
  };
  return {
    outcomes: OUTCOMES.filter((value) => value !== 'ONE_SUFFICES' || !isEachNeeded),
    outcome,
    choose: (value: DisagreementDraft['outcome']) => {
      setOutcome(value);
      setFaults([]);
    },
    courtOrder,
    changeOrder: (change: Partial<CourtOrder>) => {
      setCourtOrder((before) => ({ ...before, ...change }));
      for (const field of Object.keys(change)) correct(`courtOrder.${field}`);
    },
    note,
    changeNote: (text: string) => {
      setNote(text);
      correct('note');
    },
    errorAt: (path: string) => faults.find((each) => each.path === path)?.message,
    /** Those at no field. */
    otherFaults: faults.filter(({ path }) => !FIELDS.includes(path)),
    isSaving: record.isPending,
    save: async () => {
      if (outcome === null) return;
      const recorded = { outcome, note: note.trim(), courtOrder: outcome === 'COURT_ORDER' ? courtOrder : null };
      const found = settleDisagreement({ needsAllAdults: isEachNeeded }, recorded, today).faults;
      if (found.length > 0) return show(found);
      setFaults([]);
      const body = { consentID, version, ...recorded };
      try {
        const { message } = await record.mutateAsync({ body, key: keyFor(body) });
        noticeSuccess(message);
        onDone();
      } catch (failure) {
        show(needsNetwork(failure) ? [{ path: '', message: NEEDS_NETWORK }] : failureProblems(failure));
      }
    },
  };
}
