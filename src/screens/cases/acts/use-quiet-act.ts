import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { VoidKind } from '#domain/base/states.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { isAt, paths } from '#src/paths.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { SAVED_LOCALLY } from '#src/queries/consents.ts';
import { useDeleteDraft, useReasonedAct } from '#src/queries/records.ts';
import { ACT_WORDS, callWords, isNewVersion } from './act-words.ts';
import type { QuietAct } from './quiet-acts.ts';
import type { Wish } from './withdrawal-draft.ts';

type ActReason = { readonly reason: string; readonly voidKind: VoidKind | null; readonly wish: Wish };

/**
 * Performs an act once, and navigates on: to the builder for a new draft, to the list after the deletion of a whole case.
 *
 * @param onDone - called where the person stays on the case
 */
export function useQuietAct({ recordID, consentID, previousConsentId }: Consent, onDone: () => void) {
  const { history } = useRouter();
  const [error, setError] = useState<string | undefined>(undefined);
  const reasoned = useReasonedAct();
  const deletion = useDeleteDraft();
  const keyFor = useIdempotencyKey();
  const failed = (failure: unknown) => setError(callWords(failure));
  // A person who has navigated away meanwhile gets a notice, and stays on their screen.
  const isHere = () => isAt(location.pathname, ['/consent']) && new URLSearchParams(location.search).get('id') === recordID;
  const deleteDraft = () => {
    const body = { id: recordID };
    const onSuccess = () => {
      noticeSuccess(ACT_WORDS.delete.done);
      // The version before is left of the case.
      if (previousConsentId !== null) onDone();
      else if (isHere()) history.push(paths.consents.href);
    };
    void deletion.mutateAsync({ body, key: keyFor(body) }).then(onSuccess, failed);
  };
  const giveReason = (act: Exclude<QuietAct, 'delete'>, { reason, voidKind, wish }: ActReason) => {
    const body = {
      act,
      recordID,
      consentID,
      reason: reason.trim(),
      ...(act === 'void' && voidKind !== null ? { kind: voidKind } : {}),
      ...(act === 'withdraw' ? wish : {}),
    };
    const onSuccess = ({ consentID: newest, isSent }: { readonly consentID: string; readonly isSent: boolean }) => {
      noticeSuccess(isSent ? ACT_WORDS[act].done : SAVED_LOCALLY);
      const isNewDraft = isNewVersion(act) || act === 'recall';
      if (isNewDraft && isHere()) history.push(paths.draft(newest, recordID).href);
      else onDone();
    };
    void reasoned.mutateAsync({ body, key: keyFor(body) }).then(onSuccess, failed);
  };
  return {
    error,
    isBusy: reasoned.isPending || deletion.isPending,
    perform: (act: QuietAct, actReason: ActReason) => {
      setError(undefined);
      if (act === 'delete') deleteDraft();
      else giveReason(act, actReason);
    },
  };
}
