import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Unreachable } from '#contract/call.ts';
import type { Consent } from '#contract/record-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { SAVED_HERE } from '#src/queries/consents.ts';
import { useDeleteDraft, useReasonedAct } from '#src/queries/records.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { TextAreaField } from '#src/ui/TextField.tsx';
import styles from './cases.module.css';
import { ACT_WORDS, NEEDS_NETWORK } from './act-words.ts';
import type { QuietAct } from './next-step.ts';

type Props = { readonly act: QuietAct; readonly consent: Consent; readonly onClose: () => void };

/** Asks for the reason, does it once, and leads on: a new draft to the builder, a deleted one to the list. */
export function ActModal({ act, consent, onClose }: Props) {
  const { history } = useRouter();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const reasoned = useReasonedAct();
  const deletion = useDeleteDraft();
  const keyFor = useSteadyKey();
  const words = ACT_WORDS[act];
  const { recordID, consentID } = consent;
  const failed = (failure: unknown) => setError(failure instanceof Unreachable ? NEEDS_NETWORK : failureWords(failure));
  // Whoever has gone elsewhere meanwhile is told, and not led away from there.
  const isHere = () => location.pathname === '/consent' && new URLSearchParams(location.search).get('id') === recordID;
  const doIt = () => {
    setError(undefined);
    if (act === 'delete') {
      const body = { id: recordID };
      const onSuccess = () => {
        noticeSuccess(words.done);
        if (isHere()) history.push('/consent');
      };
      void deletion.mutateAsync({ body, key: keyFor(body) }).then(onSuccess, failed);
      return;
    }
    const body = { act, recordID, consentID, reason: reason.trim() };
    const onSuccess = ({ consentID: newest, isSent }: { readonly consentID: string; readonly isSent: boolean }) => {
      noticeSuccess(isSent ? words.done : SAVED_HERE);
      const isNewDraft = act === 'reopen' || act === 'reconsent' || act === 'recall';
      if (isNewDraft && isHere()) history.push(`/create-consent?consent=${newest}&record=${recordID}`);
      else onClose();
    };
    void reasoned.mutateAsync({ body, key: keyFor(body) }).then(onSuccess, failed);
  };
  const needsReason = act !== 'delete';
  return (
    <ConfirmModal
      opened
      title={words.title}
      okLabel={words.ok}
      tone={words.isFinal ? 'stop' : 'brand'}
      busy={reasoned.isPending || deletion.isPending}
      okDisabled={needsReason && reason.trim() === ''}
      onOk={doIt}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>{words.what}</p>
        {needsReason && (
          <TextAreaField
            id="act-reason"
            label="Reason"
            maxLength={2000}
            minRows={2}
            value={reason}
            onChange={setReason}
            error={error}
          />
        )}
        {!needsReason && error !== undefined && <p className={styles.error}>{error}</p>}
      </div>
    </ConfirmModal>
  );
}
