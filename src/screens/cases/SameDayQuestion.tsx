import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { BothMeantModal } from './acts/BothMeantModal.tsx';
import { SameDayNotice } from './SameDayNotice.tsx';
import { useSameDay } from './use-same-day.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly maySign: boolean;
};

/** Several consents of one operation and day, and the way to say that all are meant. */
export function SameDayQuestion({ record, consent, maySign }: Props) {
  const [isAsking, setAsking] = useState(false);
  const found = useSameDay(record);
  if (found === null || record.inForceConsentID !== consent.consentID) return null;
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
          sameDay={record.sameDay ?? []}
          others={found.others.map(({ consentID }) => consentID)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
