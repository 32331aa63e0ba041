import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { identityValuesOf, type IdentityValues } from '#domain/patients/identity-check.ts';
import { identityInWords } from '#domain/patients/identity-check-words.ts';
import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useAcceptIdentity } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { ServerActModal } from './ServerActModal.tsx';

type Props = {
  readonly consent: Consent;
  readonly form: IdentityValues;
  readonly record: IdentityValues;
  readonly onClose: () => void;
};

/** Stores under the own account that a signed form is about its patient, whose details have changed, with the reason. */
export function AcceptIdentityModal({ consent: { consentID, version }, form, record, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <ServerActModal
      title="Is this the same person?"
      okLabel="Same person, details changed"
      okDisabled={!hasInk(reason)}
      body={{ consentID, version, record: identityValuesOf(record), reason: reason.trim() }}
      call={useAcceptIdentity()}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: 'On the form', value: identityInWords(form) },
          { term: 'In the record', value: identityInWords(record) },
        ]}
      />
      <p>
        Ask the person, and look at a document. If this is somebody else, cancel: correct the record, or record the form as made
        in error. Your name and the time are recorded, and the sealed form stays as it is.
      </p>
      <TextAreaField
        id="identity-reason"
        label="Why are the details different?"
        value={reason}
        onChange={setReason}
        maxLength={NOTE_MOST}
      />
    </ServerActModal>
  );
}
