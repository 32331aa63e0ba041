import { hasInk } from '#domain/values/ink.ts';
import { useRef, useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { confirmQuestions, isConfirmed, type ConfirmAnswers } from '#domain/cases/confirm-answers.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useConfirmDay, useNotConfirmed } from '#src/queries/records.ts';
import { callWords } from './act-words.ts';
import { signatureNameQuestion } from './signature-name-question.ts';
import { useCaptureTime } from './use-capture-time.ts';

type YesNo = 'YES' | 'NO';
type Around = {
  readonly consent: Consent;
  /** the sentence that is signed under */
  readonly statement: string;
  /** of the account that confirms */
  readonly accountName: string;
};

/**
 * The questions of a confirmation on the day, the answers, and the signature under them; answers that confirm nothing are sent without one.
 *
 * @param onDone - called once they are stored
 */
export function useDayConfirmation({ consent: { consentID, formType }, statement, accountName }: Around, onDone: () => void) {
  const [answers, setAnswers] = useState<Partial<Record<keyof ConfirmAnswers, YesNo>>>({});
  const [note, setNote] = useState('');
  const [typedName, setTypedName] = useState('');
  const confirmedName = useRef<string | null>(null);
  const [nameQuestion, setNameQuestion] = useState<string | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const captureTime = useCaptureTime();
  const send = useConfirmDay();
  const refuse = useNotConfirmed();
  const keyFor = useIdempotencyKey();
  const questions = confirmQuestions(formType);
  const isAnswered = questions.every(({ key }) => answers[key] !== undefined);
  const confirmAnswers = {
    sideRight: answers.sideRight === 'YES',
    somethingNew: answers.somethingNew === 'YES',
    questions: answers.questions === 'YES',
    stillWanted: answers.stillWanted === 'YES',
    ...(FORMS[formType].asksViews && { viewsChanged: answers.viewsChanged === 'YES' }),
  };
  const written = () => (hasInk(note) ? { note: note.trim() } : {});
  const succeeded = ({ message }: { readonly message: string }) => {
    noticeSuccess(message);
    onDone();
  };
  const failed = (failure: unknown) => setError(callWords(failure));
  return {
    questions,
    answers,
    answer: (key: keyof ConfirmAnswers, value: YesNo) => setAnswers((before) => ({ ...before, [key]: value })),
    isAnswered,
    mayConfirm: isAnswered && isConfirmed(confirmAnswers),
    note,
    setNote,
    typedName,
    nameQuestion,
    setTypedName: (text: string) => {
      setTypedName(text);
      setNameQuestion(undefined);
    },
    error,
    isSending: send.isPending || refuse.isPending,
    notConfirm: () => {
      setError(undefined);
      const fields = { consentID, answers: confirmAnswers, ...written() };
      const key = keyFor(fields);
      void refuse.mutateAsync({ body: { ...fields, ...captureTime(key) }, key }).then(succeeded, failed);
    },
    confirm: () => {
      setError(undefined);
      const signedName = typedName.trim();
      const question = signatureNameQuestion(signedName, { accountName, confirmedName: confirmedName.current });
      setNameQuestion(question);
      if (question !== undefined) {
        confirmedName.current = signedName;
        return;
      }
      // Left out where nobody had to be asked: a server of the build before does not know the field.
      const confirmed = confirmedName.current === signedName ? { nameConfirmed: true } : {};
      const fields = { consentID, statement, typedName: signedName, answers: confirmAnswers, ...written(), ...confirmed };
      const key = keyFor(fields);
      void send.mutateAsync({ body: { ...fields, ...captureTime(key) }, key }).then(succeeded, failed);
    },
  };
}
