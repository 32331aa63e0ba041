import { inkCount } from '#domain/values/ink.ts';
import { reasonNeededFor } from '#contract/reason-needed.ts';
import { ACCESS_REASON_LEAST, ACCESS_REASON_MOST, REASON_LENGTH } from '#domain/audit/access-log.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { useGiveReason } from '#src/queries/audit.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { StatePanel } from '#src/ui/layout/StatePanel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';

type ReasonNeededProps = {
  readonly failure: unknown;
  /** The way on without opening it. */
  readonly back?: ReactNode;
};

/** A record outside the own team: it opens once a reason is given, for twelve hours. */
export function ReasonNeeded({ failure, back }: ReasonNeededProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const give = useGiveReason(() => {
    setIsAsking(false);
    setTimeout(focusHeading);
  });
  const id = reasonNeededFor(failure);
  const close = () => {
    give.reset();
    setIsAsking(false);
  };
  const open = () => {
    if (id !== undefined) give.mutate({ id, reason });
  };
  return (
    <>
      <StatePanel
        icon="lock"
        tone="info"
        title="This patient is not in your team’s care"
        action={
          <>
            <Button onClick={() => setIsAsking(true)}>Give a reason</Button>
            {back}
          </>
        }
        live
      >
        You can open the record if you need it to care for this patient. Your reason is written into the access log, which
        auditors read.
      </StatePanel>
      {isAsking && (
        <ConfirmModal
          opened
          title="Why do you need this record?"
          okLabel="Open the record"
          busy={give.isPending}
          okDisabled={inkCount(reason) < ACCESS_REASON_LEAST}
          onOk={open}
          onCancel={close}
        >
          <Stack gap="sm" inert={give.isPending}>
            <NeedsServer />
            <ErrorSummary problems={give.isError ? failureProblems(give.error) : []} />
            <p>
              The record opens for {durationWords(REASON_LENGTH)}, for you alone. Your name, the time and this reason are logged.
            </p>
            <TextAreaField
              id="access-reason"
              label="Reason"
              hint="For example: on call tonight, the patient comes to theatre. Name nobody."
              value={reason}
              onChange={setReason}
              maxLength={ACCESS_REASON_MOST}
            />
          </Stack>
        </ConfirmModal>
      )}
    </>
  );
}
