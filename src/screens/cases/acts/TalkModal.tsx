import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { openPointWords, type OpenPoint } from '#domain/consents/open-points.ts';
import { hasInk } from '#domain/values/ink.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { useTalked } from '#src/queries/records.ts';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ServerActModal } from './ServerActModal.tsx';

type Props = {
  readonly consent: Consent;
  readonly points: readonly OpenPoint[];
  readonly onClose: () => void;
};

/** Records under the own account that what a signed form leaves open was talked about. Nothing is ticked beforehand. */
export function TalkModal({ consent: { consentID }, points, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState('');
  const toggle = (id: string) => setChosen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]));
  return (
    <ServerActModal
      title="What was talked about?"
      okLabel="Talked about it"
      okDisabled={chosen.length === 0 || !hasInk(outcome)}
      body={{ consentID, choiceIDs: [...chosen], outcome: outcome.trim() }}
      call={useTalked()}
      onClose={onClose}
    >
      {points.map((each) => (
        <Checkbox
          key={each.id}
          label={openPointWords(each)}
          description={each.title}
          checked={chosen.includes(each.id)}
          onChange={() => toggle(each.id)}
        />
      ))}
      <TextAreaField
        id="talk-outcome"
        label="What was said, and what was decided?"
        value={outcome}
        onChange={setOutcome}
        maxLength={LONG_TEXT_MOST}
      />
      <p>
        The form stays as it was signed. If an answer becomes a no, or changes in another way, cancel: start a new version, so
        that it is signed. Your name and the time are recorded.
      </p>
    </ServerActModal>
  );
}
