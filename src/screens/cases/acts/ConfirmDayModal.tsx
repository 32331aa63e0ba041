import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { confirmQuestions, isConfirmed, type ConfirmAnswers } from '#domain/cases/confirm-answers.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { formalName, spokenName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useConfirmDay } from '#src/queries/records.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState } from 'react';
import { callWords } from './act-words.ts';
import styles from '../cases.module.css';
import { Problem } from '../Problem.tsx';
import { useCaptureTime } from './use-capture-time.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

type Props = { readonly consent: Consent; readonly patient: RecordSummary['patient']; readonly onClose: () => void };
type Answers = Partial<Record<keyof ConfirmAnswers, 'YES' | 'NO'>>;

const YES_NO = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
] as const;

/** Asks on the day of the operation what is to be asked again, and stores the answers under the person's own account. */
export function ConfirmDayModal({ consent, patient, onClose }: Props) {
  const [answers, setAnswers] = useState<Answers>({});
  const [note, setNote] = useState('');
  const [typedName, setTypedName] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const captureTime = useCaptureTime();
  const send = useConfirmDay();
  const keyFor = useIdempotencyKey();
  const { consentID, formType, procedures, interpreter, interpreterNeeded, interpreterNoneReason } = consent;
  const shown = consent.shownPatient ?? patient;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const statement = statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shown), interpreting });
  const questions = confirmQuestions(formType);
  const isAnswered = questions.every(({ key }) => answers[key] !== undefined);
  const given = {
    sideRight: answers.sideRight === 'YES',
    somethingNew: answers.somethingNew === 'YES',
    questions: answers.questions === 'YES',
    stillWanted: answers.stillWanted === 'YES',
    ...(FORMS[formType].asksViews && { viewsChanged: answers.viewsChanged === 'YES' }),
  };
  const mayConfirm = isAnswered && isConfirmed(given);
  const confirm = () => {
    setError(undefined);
    const written = note.trim() === '' ? {} : { note: note.trim() };
    const fields = { consentID, statement, typedName: typedName.trim(), answers: given, ...written };
    const key = keyFor(fields);
    const onSuccess = ({ message }: { readonly message: string }) => {
      noticeSuccess(message);
      onClose();
    };
    const failed = (failure: unknown) => setError(callWords(failure));
    void send.mutateAsync({ body: { ...fields, ...captureTime(key) }, key }).then(onSuccess, failed);
  };
  return (
    <ConfirmModal
      opened
      title="Confirm on the day"
      okLabel="Confirm"
      busy={send.isPending}
      okDisabled={!mayConfirm || typedName.trim() === ''}
      onOk={confirm}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>
          {FORM_WORDS[formType].askFirst} They must be: <strong>{formalName(shown)}</strong>, born{' '}
          <strong>{longDate(shown.dateOfBirth)}</strong>.
        </p>
        <p>
          The form says: <strong>{procedures.map(procedureInWords).join('; ')}</strong>.
        </p>
        {questions.map(({ key, label }) => (
          <ChoiceCards
            key={key}
            id={`confirm-${key}`}
            label={label}
            choices={YES_NO}
            value={answers[key] ?? null}
            onChange={(value) => setAnswers((before) => ({ ...before, [key]: value }))}
          />
        ))}
        {isAnswered && !mayConfirm && (
          <Notice tone="stop" title="This cannot be confirmed" live>
            Nothing is done before this is settled. Answer the question, talk it through again with a new version, or withdraw the
            consent.
          </Notice>
        )}
        {mayConfirm && (
          <>
            <TextAreaField id="confirm-note" label="Note" optional value={note} onChange={setNote} maxLength={2000} />
            <p>{statement}</p>
            <TextField
              id="confirm-name"
              label="Your name"
              hint="Typed, it is your signature."
              value={typedName}
              onChange={setTypedName}
              maxLength={200}
            />
          </>
        )}
        <Problem words={error} />
      </div>
    </ConfirmModal>
  );
}
