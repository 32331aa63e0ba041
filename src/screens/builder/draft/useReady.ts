import { paths } from '#src/paths.ts';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CallFailed } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useSendConsent } from '#src/queries/consents.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { wholeOf } from './draft.ts';
import { conflictIn, type FieldFault } from './save-failure.ts';
import { isDirty, type Saver } from './saver.ts';

/** Makes the draft ready for signing: saved first, then completed and pinned by server or tablet, then the case is shown, with the question before the handover if that comes next. */
export function useReady(saver: Saver, onFaults: (faults: readonly FieldFault[]) => void) {
  const { history } = useRouter();
  const send = useSendConsent();
  const keyFor = useIdempotencyKey();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const makeReady = async (handsOver: boolean) => {
    onFaults([]);
    if (!(await saver.save())) return;
    const { consentID, recordID, version, draft } = saver.state();
    if (version === null) return;
    const body = { consentID, version, channel: 'DEVICE', expected: wholeOf(draft) } as const;
    try {
      const { isSent, message } = await send.mutateAsync({ body, key: keyFor(body) });
      // The case itself shows that it is ready.
      if (!isSent) noticeSuccess(message);
      history.push((handsOver ? paths.handover(recordID) : paths.record(recordID)).href);
    } catch (failure) {
      const theirs = conflictIn(failure);
      // Another person was first: the case shows it.
      const isOver = theirs !== null && theirs.status !== 'DRAFT' && !isDirty(saver.state());
      if (isOver) history.push(paths.record(recordID).href);
      else if (theirs !== null) saver.meet(theirs);
      else onFaults(failureProblems(failure));
      // Sent by an earlier try whose answer was lost: the case shows it.
      if (failure instanceof CallFailed && failure.code === 'MOVE_REFUSED') history.push(paths.record(recordID).href);
    }
  };
  /** Runs once, however often the button is pressed. */
  const once = async (handsOver: boolean) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await makeReady(handsOver);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { makeReady: once, isBusy };
}
