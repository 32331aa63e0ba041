import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { CourtOrder, Fault } from '#domain/family/court-order.ts';
import { settle } from '#domain/consents/family-decline.ts';
import { OUTCOME_WORDS } from '#domain/family/family-words.ts';
import { OUTCOMES, type DisagreementDraft } from '#domain/family/family.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useRecordDisagreement } from '#src/queries/records.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { CourtOrderFields } from '#src/ui/fields/CourtOrderFields.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { NEEDS_NETWORK, needsNetwork } from './act-words.ts';
import styles from '../cases.module.css';

const FIELDS: readonly string[] = [
  'outcome',
  'note',
  'courtOrder.court',
  'courtOrder.number',
  'courtOrder.date',
  'courtOrder.decision',
];

type Props = { readonly consent: Consent; readonly onClose: () => void };

const NO_ORDER: CourtOrder = { court: '', number: '', date: null, decision: null };
const EFFECTS: Partial<Record<DisagreementDraft['outcome'], string>> = {
  AGREED: 'The adult who said no need not sign.',
  ONE_SUFFICES: 'The adult who said no need not sign.',
  NOT_GOING_AHEAD: 'The form ends: consent was not given.',
};

/** Records how adults who disagree came to a decision, while the form is out. */
export function DisagreementModal({ consent, onClose }: Props) {
  const [outcome, setOutcome] = useState<DisagreementDraft['outcome'] | null>(null);
  const [note, setNote] = useState('');
  const [courtOrder, setCourtOrder] = useState<CourtOrder>(NO_ORDER);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const today = useToday();
  const record = useRecordDisagreement();
  const keyFor = useIdempotencyKey();
  const { consentID, version, needsAllAdults } = consent;
  const outcomes = OUTCOMES.filter((value) => value !== 'ONE_SUFFICES' || needsAllAdults !== true);
  const errorAt = (path: string) => faults.find((each) => each.path === path)?.message;
  const correct = (path: string) => setFaults((found) => found.filter((each) => each.path !== path));
  const show = (found: readonly Fault[]) => {
    setFaults(found);
    const first = found[0]?.path ?? '';
    if (FIELDS.includes(first)) document.getElementById(`settle-${first.replace('.', '-')}`)?.focus();
  };
  const save = async () => {
    if (outcome === null) return;
    const recorded = { outcome, note: note.trim(), courtOrder: outcome === 'COURT_ORDER' ? courtOrder : null };
    const found = settle({ needsAllAdults: needsAllAdults ?? false }, recorded, today).faults;
    if (found.length > 0) return show(found);
    setFaults([]);
    const body = { consentID, version, ...recorded };
    try {
      const { message } = await record.mutateAsync({ body, key: keyFor(body) });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      show(needsNetwork(failure) ? [{ path: '', message: NEEDS_NETWORK }] : failureProblems(failure));
    }
  };
  return (
    <ConfirmModal
      opened
      title="How was this settled?"
      okLabel="Record it"
      busy={record.isPending}
      okDisabled={outcome === null}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ChoiceCards
          id="settle-outcome"
          label="What came of it?"
          stacked
          choices={outcomes.map((value) => ({ value, label: OUTCOME_WORDS[value], hint: EFFECTS[value] }))}
          value={outcome}
          onChange={(value) => {
            setOutcome(value);
            setFaults([]);
          }}
          error={errorAt('outcome')}
        />
        {outcome === 'COURT_ORDER' && (
          <CourtOrderFields
            id="settle-courtOrder"
            order={courtOrder}
            onChange={(change) => {
              setCourtOrder((before) => ({ ...before, ...change }));
              for (const field of Object.keys(change)) correct(`courtOrder.${field}`);
            }}
            errorAt={(field) => errorAt(`courtOrder.${field}`)}
          />
        )}
        <TextAreaField
          id="settle-note"
          label="How was it settled, and why?"
          optional={outcome !== 'ONE_SUFFICES'}
          maxLength={2000}
          minRows={2}
          value={note}
          onChange={(text) => {
            setNote(text);
            correct('note');
          }}
          error={errorAt('note')}
        />
        {faults
          .filter(({ path }) => !FIELDS.includes(path))
          .map(({ message }) => (
            <p key={message} role="alert" className={styles.error}>
              {message}
            </p>
          ))}
      </div>
    </ConfirmModal>
  );
}
