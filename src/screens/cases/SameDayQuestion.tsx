import { Button } from '@mantine/core';
import { useState } from 'react';
import { sameDayOf } from '#domain/theatre/same-day.ts';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { useToday } from '#src/queries/use-today.ts';
import { BothMeantModal } from './acts/BothMeantModal.tsx';
import { SameDayNotice } from './SameDayNotice.tsx';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly maySign: boolean;
};

/** Several consents of one operation and day, and the way to say that all are meant. */
export function SameDayQuestion({ record, consent, maySign }: Props) {
  const [isAsking, setAsking] = useState(false);
  const today = useToday();
  const { recordID, listed, sameDay = [] } = record;
  if (listed == null || record.inForceConsentID !== consent.consentID) return null;
  const found = sameDayOf(recordID, sameDay, { listedOn: listed.date, today });
  const mayAccept = maySign && found.state === 'OPEN';
  return (
    <>
      <SameDayNotice
        record={record}
        action={mayAccept ? <Button onClick={() => setAsking(true)}>Both are meant</Button> : undefined}
      />
      {isAsking && mayAccept && (
        <BothMeantModal
          consent={consent}
          sameDay={sameDay}
          others={found.others.map(({ consentID }) => consentID)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
