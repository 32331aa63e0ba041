import { LIST_WORDS } from '#domain/theatre/listed.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { paths } from '#src/paths.ts';
import type { ConsentView, CaseSummaryView } from '#src/queries/records.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from '../cases.module.css';
import { isOnlyHere, mayBeListed } from './listed-words.ts';
import { ListModal } from './ListModal.tsx';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly consents: readonly ConsentView[];
  readonly mayWrite: boolean;
};

/** The case's surgical listing, and the quiet button to change it; nothing for a case that only this tablet knows. */
export function ListedPanel({ record, consent, consents, mayWrite }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { listed, isListingUnsent = false, isListingBlocked = false } = record;
  const isOver = !mayBeListed(record);
  const inForce = consents.find(({ consentID }) => consentID === record.inForceConsentID) ?? consent;
  const isOffered = mayWrite && listed !== undefined && (listed !== null || !isOver);
  const hasWords = listed !== null || isListingUnsent || isListingBlocked;
  if (isOnlyHere(consents) || (!isOffered && !hasWords && !isOpen)) return null;
  return (
    <Panel
      title="Listed for surgery"
      actions={
        // Another change would only queue behind the blocked one.
        isListingBlocked ? (
          <ButtonLink href={paths.outbox.href} variant="default" size="sm">
            Look at it
          </ButtonLink>
        ) : (
          isOffered && (
            <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
              {listed === null ? 'List for surgery' : isOver ? 'Take off the list' : 'Change'}
            </Button>
          )
        )
      }
    >
      <div className={styles.listed}>
        {listed === undefined && (
          <p className={styles.small}>
            This tablet does not know whether the case is listed. It will show this once the server can be reached.
          </p>
        )}
        {listed === null && <p className={styles.small}>Not on a list.</p>}
        {listed !== undefined && listed !== null && (
          <DefinitionList
            items={[
              { term: 'Date', value: longDate(listed.date) },
              { term: 'Theatre', value: listed.theatre ?? 'Not said' },
              { term: 'List', value: LIST_WORDS[listed.listType] },
            ]}
          />
        )}
        {(isListingUnsent || isListingBlocked) && (
          <p>{isListingBlocked ? <StateChip tone="stop">Needs you</StateChip> : <StateChip>Waiting to send</StateChip>}</p>
        )}
      </div>
      {isOpen && <ListModal {...{ record, consent, inForce, isOver }} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
