import { hasInk } from '#domain/values/ink.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { needsText, REFERRAL_TEXT_MOST, type ReferralMove } from '#domain/referrals/referral.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useMoveReferral } from '#src/queries/referrals.ts';
import { useMay } from '#src/session/permissions.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { MOVE_WORDS } from './referral-words.ts';
import styles from './referrals.module.css';

/** The moves that a dialog confirms. */
export type ConfirmedMove = Exclude<ReferralMove, 'REPLY'>;
type Props = { readonly record: RecordSummary; readonly move: ConfirmedMove; readonly onClose: () => void };

/** Asks before a move, with its words. Accepting leads to the consent form. */
export function MoveModal({ record: { recordID, version, patient }, move, onClose }: Props) {
  const { history } = useRouter();
  const mayWrite = useMay('consents.write');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const call = useMoveReferral();
  const keyFor = useIdempotencyKey();
  const { title, what, field, ok, isFinal } = MOVE_WORDS[move];
  const isNeeded = needsText(move);
  const send = async () => {
    setProblem(undefined);
    const input = { recordID, version, move, text: text.trim() };
    try {
      noticeSuccess((await call.mutateAsync({ input, idempotencyKey: keyFor(input) })).message);
      onClose();
      if (move === 'ACCEPT' && mayWrite) history.push(paths.firstConsent(patient.id, recordID).href);
    } catch (failure) {
      setProblem(
        failureProblems(failure)
          .map(({ message }) => message)
          .join(' '),
      );
    }
  };
  return (
    <ConfirmModal
      opened
      title={title}
      okLabel={ok}
      tone={isFinal === true ? 'stop' : 'brand'}
      busy={call.isPending}
      okDisabled={isNeeded && !hasInk(text)}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>{what}</p>
        <TextAreaField
          id="move-text"
          label={field}
          optional={!isNeeded}
          error={problem}
          maxLength={REFERRAL_TEXT_MOST}
          value={text}
          onChange={setText}
        />
      </div>
    </ConfirmModal>
  );
}
