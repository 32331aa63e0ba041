import { hasInk } from '#domain/values/ink.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { confirmerStatement } from '#domain/consents/confirmer-statement.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { formalName, spokenName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { NOTE_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { useOwnName } from '#src/session/session.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import styles from '../cases.module.css';
import { AgeNotice, type AgeOnDay } from '../AgeNotice.tsx';
import { DialogError } from '../DialogError.tsx';
import { IdentityNotice } from '../IdentityNotice.tsx';
import { OpenPointsNotice } from '../OpenPointsNotice.tsx';
import { SameDayNotice } from '../SameDayNotice.tsx';
import { useDayConfirmation } from './use-day-confirmation.ts';
import { YES_OR_NO } from './yes-no.ts';

type Props = {
  readonly consent: Consent;
  readonly record: CaseSummaryView;
  readonly aged: AgeOnDay;
  readonly onClose: () => void;
};

/** Asks on the day of the operation what is to be asked again, and stores the answers under the person's own account. */
export function ConfirmDayModal({ consent, record, aged, onClose }: Props) {
  const { patient } = record;
  const { formType, procedures, interpreter, interpreterNeeded, interpreterNoneReason } = consent;
  const shown = consent.shownPatient ?? patient;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const patientName = spokenName(shown);
  const { capacity = null } = fullShownOf(consent.shown) ?? {};
  const statement = confirmerStatement({ formType, procedures, patientName, interpreting, capacity });
  const day = useDayConfirmation({ consent, statement, accountName: useOwnName() }, onClose);
  const isRefused = day.isAnswered && !day.mayConfirm;
  return (
    <ConfirmModal
      opened
      title="Confirm on the day"
      okLabel={isRefused ? 'Record it' : 'Confirm'}
      tone={isRefused ? 'stop' : 'brand'}
      busy={day.isSending}
      okDisabled={!isRefused && (!day.mayConfirm || !hasInk(day.typedName))}
      onOk={isRefused ? day.notConfirm : day.confirm}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>
          {FORM_WORDS[formType].askFirst} They must be: <strong>{formalName(shown)}</strong>, born{' '}
          <strong>{longDate(shown.dateOfBirth)}</strong>.
        </p>
        <IdentityNotice consent={consent} patient={patient} />
        <SameDayNotice record={record} />
        <AgeNotice consent={consent} {...aged} />
        <OpenPointsNotice consent={consent} />
        <p>
          The form says: <strong>{procedures.map(procedureInWords).join('; ')}</strong>.
        </p>
        {day.questions.map(({ key, label }) => (
          <ChoiceCards
            key={key}
            id={`confirm-${key}`}
            label={label}
            choices={YES_OR_NO}
            value={day.answers[key] ?? null}
            onChange={(value) => day.answer(key, value)}
          />
        ))}
        {isRefused && (
          <Notice tone="stop" title="This cannot be confirmed" live>
            Nothing is done before this is settled. Record it: whoever is responsible and whoever operates are told at once. Then
            answer the question, talk it through again with a new version, or withdraw the consent.
          </Notice>
        )}
        {day.isAnswered && (
          <TextAreaField id="confirm-note" label="Note" optional value={day.note} onChange={day.setNote} maxLength={NOTE_MOST} />
        )}
        {day.mayConfirm && (
          <>
            <p>{statement}</p>
            <TextField
              id="confirm-name"
              label="Your name"
              hint="Typed, it is your signature."
              value={day.typedName}
              onChange={day.setTypedName}
              error={day.nameQuestion}
              maxLength={NAME_MOST}
            />
          </>
        )}
        <DialogError words={day.error} />
      </div>
    </ConfirmModal>
  );
}
