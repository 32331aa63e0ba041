import { mayAskWhetherDone } from '#domain/cases/case-end.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { DoneModal } from '#src/results/DoneModal.tsx';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import styles from '../cases.module.css';
import { CloseCaseModal } from '../acts/CloseCaseModal.tsx';
import { isOnlyHere } from './listed-words.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly consents: readonly ConsentView[];
  /** whether this person may record it as done, and that it does not go ahead */
  readonly mayEnd: boolean;
  readonly mayWrite: boolean;
};

/** Asks whether the operation was done, or is not going ahead; nothing for a case that has ended, or that only this tablet knows. */
export function OperationPanel({ record, consent, consents, mayEnd, mayWrite }: Props) {
  const [isOpen, setOpen] = useState<'done' | 'close' | null>(null);
  const today = useToday();
  const { ended, listed = null, recordID, patient, inForceConsentID, isListingBlocked = false } = record;
  const inForce = consents.find(({ consentID }) => consentID === inForceConsentID);
  const isOffered = (mayEnd || mayWrite) && ended == null && !isListingBlocked && record.mergedFrom == null;
  // A draft that was never out asks for nothing yet.
  if (!isOffered || isOnlyHere(consents) || (consents.length === 1 && consent.status === 'DRAFT')) return null;
  const isOver = mayAskWhetherDone({ listedOn: listed?.date ?? null, confirmedAt: inForce?.confirmation?.at ?? null, today });
  return (
    <Panel
      title="The operation"
      actions={
        <Group gap="sm">
          {mayWrite && (
            <Button variant="subtle" size="sm" onClick={() => setOpen('close')}>
              Not going ahead
            </Button>
          )}
          {mayEnd && (
            <Button variant={isOver ? 'filled' : 'default'} size="sm" onClick={() => setOpen('done')}>
              Record as done
            </Button>
          )}
        </Group>
      }
    >
      <p className={styles.small}>
        {isOver && listed !== null
          ? `It was listed for ${longDate(listed.date)} and confirmed on the day. Was it done?`
          : 'Once it was done, reminders and links stop, and nothing grows old any more.'}
      </p>
      {isOpen === 'done' && (
        <DoneModal
          recordID={recordID}
          patient={patient}
          procedures={(inForce ?? consent).procedures.map(procedureInWords)}
          listedOn={listed?.date ?? null}
          hasConsent={inForce !== undefined && inForce.confirmState !== 'LAPSED'}
          source={inForce?.confirmState === 'CONFIRMED' ? 'CONFIRM' : 'PERSON'}
          onClose={() => setOpen(null)}
        />
      )}
      {isOpen === 'close' && <CloseCaseModal recordID={recordID} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
