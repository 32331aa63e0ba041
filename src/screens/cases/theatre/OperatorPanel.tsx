import type { ConsentView, CaseSummaryView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from '../cases.module.css';
import { isOnlyHere, mayBeListed } from './listed-words.ts';
import { OperatorModal } from './OperatorModal.tsx';
import { operatorWords } from './operator-words.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly consents: readonly ConsentView[];
  readonly mayWrite: boolean;
};

/** The operator, and the quiet button to name another clinician; nothing for a case that only this tablet knows. */
export function OperatorPanel({ record, consent, consents, mayWrite }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const user = useSession()?.user;
  const { operator = null, isListingUnsent = false, isListingBlocked = false } = record;
  if (isOnlyHere(consents)) return null;
  const present = operator ?? consent.operator ?? consent.clinician;
  const isOther = present._id !== consent.clinician._id;
  return (
    <Panel
      title="Who operates"
      actions={
        mayWrite &&
        mayBeListed(record) &&
        !isListingBlocked && (
          <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
            Change the clinician
          </Button>
        )
      }
    >
      <div className={styles.listed}>
        <DefinitionList
          items={[
            { term: 'Clinician', value: operatorWords(present, user) },
            ...(isOther ? [{ term: 'On the form', value: consent.clinician.name }] : []),
          ]}
        />
        {isOther && isListingUnsent && (
          <p>{isListingBlocked ? <StateChip tone="stop">Needs you</StateChip> : <StateChip>Waiting to send</StateChip>}</p>
        )}
      </div>
      {isOpen && <OperatorModal record={record} consent={consent} present={present._id} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
