import type { Consent } from '#contract/shapes/record-shapes.ts';
import { longDate, longTime } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { NEW_VERSION } from './acts/act-words.ts';
import { ActModal } from './acts/ActModal.tsx';
import styles from './cases.module.css';
import type { QuietAct } from './acts/quiet-acts.ts';

type Props = { readonly consent: Consent; readonly acts: readonly QuietAct[] };

/** The data of an imported consent, signed elsewhere, and where to find the rest. */
export function ImportedPanel({ consent, acts }: Props) {
  const [isActing, setActing] = useState(false);
  const { timeZone } = useProduct();
  const { origin, importedSigners = [], status } = consent;
  if (origin == null) return null;
  const next = acts.find((act) => act === (status === 'SIGNED' ? 'reconsent' : 'reopen'));
  return (
    <Panel title="Imported, not sealed">
      <div className={styles.stack}>
        <p>This consent was imported from a file. There is no document of it here: see the paper form before anything is done.</p>
        <DefinitionList
          items={[
            ...importedSigners.map(({ role, name }) => ({ term: ROLE_WORDS[role], value: name })),
            { term: 'Date on the paper', value: origin.day === null ? null : longDate(origin.day) },
            ...(origin.externalID === undefined ? [] : [{ term: 'Reference', value: origin.externalID }]),
            ...(origin.note === undefined ? [] : [{ term: 'Note', value: origin.note }]),
            { term: 'Imported', value: `${origin.by}, ${longTime(origin.at, timeZone)}, row ${origin.row} of the file` },
          ]}
        />
        {next !== undefined && (
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setActing(true)}>
              {NEW_VERSION}
            </Button>
          </div>
        )}
      </div>
      {isActing && next !== undefined && <ActModal act={next} acts={acts} consent={consent} onClose={() => setActing(false)} />}
    </Panel>
  );
}
