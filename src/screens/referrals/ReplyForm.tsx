import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { REFERRAL_TEXT_MOST } from '#domain/referrals/referral.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useChangeReferral, useMoveReferral } from '#src/queries/referrals.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './referrals.module.css';

type Props = { readonly record: RecordSummary; readonly referral: Referral };

/** The referrer's words: the question of a draft, which is sent with it, or the answer to a question. */
export function ReplyForm({ record: { recordID, version }, referral: { status, question, answer } }: Props) {
  const isDraft = status === 'DRAFT';
  const start = isDraft ? question : '';
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [change, move] = [useChangeReferral(), useMoveReferral()];
  const keyForChange = useIdempotencyKey();
  const keyForMove = useIdempotencyKey();
  const isBusy = change.isPending || move.isPending;
  const words = text.trim();
  /** Saves the question where it was changed. @returns the version of the case from then on */
  const save = async () => {
    if (!isDraft || words === question) return version;
    const input = { recordID, version, referral: { question: words } };
    return (await change.mutateAsync({ input, idempotencyKey: keyForChange(input) })).data.version;
  };
  const run = async (act: () => Promise<string>) => {
    if (isBusy) return;
    if (words === '') return setProblem(isDraft ? 'Enter the question' : 'Enter the answer');
    setProblem(undefined);
    try {
      noticeSuccess(await act());
    } catch (failure) {
      setProblem(
        failureProblems(failure)
          .map(({ message }) => message)
          .join(' '),
      );
    }
  };
  const send = async () => {
    const input = { recordID, version: await save(), move: 'REPLY' as const, text: words };
    return (await move.mutateAsync({ input, idempotencyKey: keyForMove(input) })).message;
  };
  return (
    <>
      <LeaveGuard hasUnsaved={() => !isBusy && words !== start.trim()} />
      {!isDraft && answer !== null && <p>They ask: “{answer}”</p>}
      <TextAreaField
        id="reply-text"
        label={isDraft ? 'Question' : 'Your answer'}
        error={problem}
        maxLength={REFERRAL_TEXT_MOST}
        minRows={4}
        value={text}
        onChange={setText}
      />
      <div className={styles.buttons}>
        <Button loading={isBusy} onClick={() => void run(send)}>
          {isDraft ? 'Send referral' : 'Send answer'}
        </Button>
        {isDraft && words !== question && (
          <Button variant="default" disabled={isBusy} onClick={() => void run(async () => (await save(), 'Draft saved'))}>
            Save the draft
          </Button>
        )}
      </div>
    </>
  );
}
