import { isAt, paths } from '#src/paths.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Consent } from '#contract/record-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { SAVED_LOCALLY } from '#src/queries/consents.ts';
import { useDeleteDraft, useReasonedAct } from '#src/queries/records.ts';
import { useIdempotencyKey } from '#src/queries/idempotency-key.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { TextAreaField } from '#src/ui/TextField.tsx';
import styles from './cases.module.css';
import { ACT_WORDS, NEEDS_NETWORK, needsNetwork } from './act-words.ts';
import type { QuietAct } from './next-step.ts';

type Props = { readonly act: QuietAct; readonly consent: Consent; readonly onClose: () => void };

/** Asks for the reason, performs the act once, and navigates on: to the builder for a new draft, to the list after a deletion. */
export function ActModal({ act, consent, onClose }: Props) {
  const { history } = useRouter();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const reasoned = useReasonedAct();
  const deletion = useDeleteDraft();
  const keyFor = useIdempotencyKey();
  const words = ACT_WORDS[act];
  const { recordID, consentID } = consent;
  const failed = (failure: unknown) => setError(needsNetwork(failure) ? NEEDS_NETWORK : failureWords(failure));
  // A person who has navigated away meanwhile gets a notice, and stays on their screen.
  const isHere = () => isAt(location.pathname, ['/consent']) && new URLSearchParams(location.search).get('id') === recordID;
  const doIt = () => {
    setError(undefined);
    if (act === 'delete') {
      const body = { id: recordID };
      const onSuccess = () => {
        noticeSuccess(words.done);
        if (isHere()) history.push(paths.consents.href);
      };
      void deletion.mutateAsync({ body, key: keyFor(body) }).then(onSuccess, failed);
      return;
    }
    const body = { act, recordID, consentID, reason: reason.trim() };
    const onSuccess = ({ consentID: newest, isSent }: { readonly consentID: string; readonly isSent: boolean }) => {
      noticeSuccess(isSent ? words.done : SAVED_LOCALLY);
      const isNewDraft = act === 'reopen' || act === 'reconsent' || act === 'recall';
      if (isNewDraft && isHere()) history.push(paths.draft(newest, recordID).href);
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
