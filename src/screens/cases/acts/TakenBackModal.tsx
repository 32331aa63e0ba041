import { useState } from 'react';
import { hasInk } from '#domain/values/ink.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { useTalked } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ServerActModal } from './ServerActModal.tsx';

/** Settles under the own account that an operation was done, whose consent was taken back after it. */
export function TakenBackModal({ consentID, onClose }: { readonly consentID: string; readonly onClose: () => void }) {
  const [outcome, setOutcome] = useState('');
  return (
    <ServerActModal
      title="Was the operation done?"
      okLabel="It was done"
      okDisabled={!hasInk(outcome)}
      body={{ consentID, choiceIDs: [], takenBack: true as const, outcome: outcome.trim() }}
      call={useTalked()}
      onClose={onClose}
    >
      <p>
        Look it up in the theatre’s record first, and talk with whoever took the consent back. If it was not done, cancel and
        choose “It was not done”: the consent is then withdrawn at once.
      </p>
      <TextAreaField
        id="taken-back-outcome"
        label="How do you know, and what was said?"
        value={outcome}
        onChange={setOutcome}
        maxLength={LONG_TEXT_MOST}
      />
    </ServerActModal>
  );
}
