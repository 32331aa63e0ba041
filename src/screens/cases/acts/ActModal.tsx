import { isAt, paths } from '#src/paths.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { SAVED_LOCALLY } from '#src/queries/consents.ts';
import { useDeleteDraft, useReasonedAct } from '#src/queries/records.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import styles from '../cases.module.css';
import { ACT_WORDS, callWords, isNewVersion, VOID_CHOICES } from './act-words.ts';
import type { VoidKind } from '#domain/base/states.ts';
import type { QuietAct } from './quiet-acts.ts';

type Props = {
  readonly act: QuietAct;
  /** all that this person may do now: of two kinds of a new version one is chosen here */
  readonly acts: readonly QuietAct[];
  readonly consent: Consent;
  readonly onClose: () => void;
};

/** Asks for the reason, performs the act once, and navigates on: to the builder for a new draft, to the list after a deletion. */
export function ActModal({ act: asked, acts, consent, onClose }: Props) {
  const kinds = isNewVersion(asked) ? acts.filter(isNewVersion) : [];
  const [kind, setKind] = useState<QuietAct | null>(kinds.length > 1 ? null : asked);
  const act = kind ?? asked;
  const { history } = useRouter();
  const [reason, setReason] = useState('');
  const [voidKind, setVoidKind] = useState<VoidKind | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const reasoned = useReasonedAct();
  const deletion = useDeleteDraft();
  const keyFor = useIdempotencyKey();
  const words = ACT_WORDS[act];
  const { recordID, consentID } = consent;
  const failed = (failure: unknown) => setError(callWords(failure));
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
    const body = {
      act,
      recordID,
      consentID,
      reason: reason.trim(),
      ...(act === 'void' && voidKind !== null ? { kind: voidKind } : {}),
    };
    const onSuccess = ({ consentID: newest, isSent }: { readonly consentID: string; readonly isSent: boolean }) => {
      noticeSuccess(isSent ? words.done : SAVED_LOCALLY);
      const isNewDraft = isNewVersion(act) || act === 'recall';
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
      okDisabled={kind === null || (act === 'void' && voidKind === null) || (needsReason && reason.trim() === '')}
      onOk={doIt}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {kinds.length > 1 ? (
          <ChoiceCards
            id="act-kind"
            label="What is it for?"
            stacked
            choices={kinds.map((value) => ({ value, label: ACT_WORDS[value].label, hint: ACT_WORDS[value].what }))}
            value={kinds.find((each) => each === kind) ?? null}
            onChange={setKind}
          />
        ) : (
          <p>{words.what}</p>
        )}
        {act === 'void' && (
          <ChoiceCards
            id="void-kind"
            label="What was wrong?"
            stacked
            choices={VOID_CHOICES}
            value={voidKind}
            onChange={setVoidKind}
          />
        )}
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
