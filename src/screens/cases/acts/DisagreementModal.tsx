import type { Consent } from '#contract/shapes/record-shapes.ts';
import { OUTCOME_WORDS } from '#domain/family/family-words.ts';
import type { DisagreementDraft } from '#domain/family/family.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { CourtOrderFields } from '#src/ui/fields/CourtOrderFields.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { useDisagreement } from './use-disagreement.ts';

type Props = { readonly consent: Consent; readonly onClose: () => void };

const EFFECTS: Partial<Record<DisagreementDraft['outcome'], string>> = {
  AGREED: 'The adult who said no need not sign.',
  ONE_SUFFICES: 'The adult who said no need not sign.',
  NOT_GOING_AHEAD: 'The form ends: consent was not given.',
};

/** Records how adults who disagree came to a decision, while the form is out. */
export function DisagreementModal({ consent, onClose }: Props) {
  const settling = useDisagreement(consent, onClose);
  const { outcome, errorAt } = settling;
  return (
    <ConfirmModal
      opened
      title="How was this settled?"
      okLabel="Record it"
      busy={settling.isSaving}
      okDisabled={outcome === null}
      onOk={() => void settling.save()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ChoiceCards
          id="settle-outcome"
          label="What came of it?"
          stacked
          choices={settling.outcomes.map((value) => ({ value, label: OUTCOME_WORDS[value], hint: EFFECTS[value] }))}
          value={outcome}
          onChange={settling.choose}
          error={errorAt('outcome')}
        />
        {outcome === 'COURT_ORDER' && (
          <CourtOrderFields
            id="settle-courtOrder"
            order={settling.courtOrder}
            onChange={settling.changeOrder}
            errorAt={(field) => errorAt(`courtOrder.${field}`)}
          />
        )}
        <TextAreaField
          id="settle-note"
          label="How was it settled, and why?"
          optional={outcome !== 'ONE_SUFFICES'}
          maxLength={NOTE_MOST}
          minRows={2}
          value={settling.note}
          onChange={settling.changeNote}
          error={errorAt('note')}
        />
        {settling.otherFaults.map(({ message }) => (
          <p key={message} role="alert" className={styles.error}>
            {message}
          </p>
        ))}
      </div>
    </ConfirmModal>
  );
}
