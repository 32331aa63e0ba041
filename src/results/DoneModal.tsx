import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useRecordDone, wantsReason } from '#src/queries/case-ends.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import { DoneFields, emptyDone, isDoneWritten } from '#src/ui/clinical/DoneFields.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';

type Props = {
  readonly recordID: string;
  readonly patient: { readonly firstName: string; readonly lastName: string; readonly dateOfBirth: string };
  /** in words, each with its side */
  readonly procedures: readonly string[];
  /** plain date of the list; null where the case is on none */
  readonly listedOn: string | null;
  readonly hasConsent: boolean;
  readonly source: 'PERSON' | 'LIST' | 'CONFIRM';
  readonly onClose: () => void;
};

/** Asks whose operation was done and on which day, and records it: never refused, whatever the state of the consent. */
export function DoneModal({ recordID, patient, procedures, listedOn, hasConsent, source, onClose }: Props) {
  const today = useToday();
  const [draft, setDraft] = useState(() => emptyDone(listedOn, today));
  const [asksReason, setAsksReason] = useState(!hasConsent);
  const [problem, setProblem] = useState<string | null>(null);
  const record = useRecordDone();
  const keyFor = useIdempotencyKey();
  const save = async () => {
    setProblem(null);
    const reason = draft.withoutReason.trim();
    const body = { id: recordID, on: draft.on, source, ...(asksReason ? { withoutReason: reason } : {}) };
    try {
      const { message } = await record.mutateAsync({ body, key: keyFor(body) });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      // The server knows of no consent in force, whatever this page has shown.
      if (wantsReason(failure) && !asksReason) setAsksReason(true);
      else setProblem(failureWords(failure));
    }
  };
  return (
    <ConfirmModal
      opened
      title="Was the operation done?"
      okLabel="Record as done"
      busy={record.isPending}
      okDisabled={!isDoneWritten(draft, { today, asksReason })}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Stack gap="md">
        <p>
          <strong>{formalName(patient)}</strong>, born <span className="num">{longDate(patient.dateOfBirth)}</span>
          {procedures.length > 0 && <>: {procedures.join('; ')}</>}.
        </p>
        <DoneFields draft={draft} onChange={setDraft} listedOn={listedOn} today={today} asksReason={asksReason} />
        <p>Reminders and links to sign stop, and the case leaves the lists. The form stays as it was signed. It can be undone.</p>
        {problem !== null && <Notice tone="stop" title={problem} live />}
      </Stack>
    </ConfirmModal>
  );
}
