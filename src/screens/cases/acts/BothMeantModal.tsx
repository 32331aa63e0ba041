import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { sameDayOperations, type SameDayConsent } from '#domain/theatre/same-day.ts';
import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useBothMeant } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { ServerActModal } from './ServerActModal.tsx';

type Props = {
  readonly consent: Pick<Consent, 'consentID' | 'version' | 'recordID'>;
  readonly sameDay: readonly SameDayConsent[];
  /** the versions in force of the other cases */
  readonly others: readonly string[];
  readonly onClose: () => void;
};

/** Stores under the own account that several consents of one operation and day are all meant, with the reason. */
export function BothMeantModal({ consent: { consentID, version, recordID }, sameDay, others, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <ServerActModal
      title="Are both forms meant?"
      okLabel="Both are meant"
      okDisabled={!hasInk(reason)}
      body={{ consentID, version, others: [...others], reason: reason.trim() }}
      call={useBothMeant()}
      onClose={onClose}
    >
      <DefinitionList
        items={sameDay.map((each) => ({
          term: each.recordID === recordID ? 'This form' : 'Another form',
          value: sameDayOperations(each),
        }))}
      />
      <p>
        If one of them is wrong, cancel: take it off the list, withdraw it, or record it as made in error. Your name, the time and
        the reason are recorded, and the lists say them.
      </p>
      <TextAreaField
        id="both-meant-reason"
        label="Why are both meant?"
        value={reason}
        onChange={setReason}
        maxLength={NOTE_MOST}
      />
    </ServerActModal>
  );
}
