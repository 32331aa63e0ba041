import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDate } from '#domain/values/plain-date.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { ownSectionsBeside } from '#domain/library/procedure-sections.ts';
import { hasSections } from '#domain/library/stored-section.ts';
import { procedureOptions } from '#src/queries/library/library.ts';
import { useOwnSections } from '#src/queries/library/own-sections.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from '../parts/builder.module.css';
import { refreshFromLibrary } from './procedure-edits.ts';
import { titled } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** The source of the texts, their age, and whether a clinician has reviewed them. */
export function LibraryPanel({ chosen, entry, change, prefix }: ProcedureProps) {
  const [isAsking, setAsking] = useState(false);
  const isOld = entry !== undefined && entry.version > chosen.libraryVersion;
  const { procedureID, libraryVersion, sections = [] } = chosen;
  const own = useOwnSections()(procedureID);
  const before = useQuery({ ...procedureOptions(procedureID, libraryVersion), enabled: isOld && hasSections(chosen) });
  // Without the older text only this person's own are surely none of the library's.
  const ofLibrary = before.data?.sections ?? ownSectionsBeside(own, sections ?? []);
  return (
    <Panel title={titled(prefix, 'Library')}>
      <div className={styles.tight}>
        <p>
          Version {chosen.libraryVersion}
          {entry !== undefined && entry.speciality !== '' && ` · ${entry.speciality}`}
        </p>
        {entry !== undefined && <Reviewed entry={entry} />}
        {isOld && (
          <Notice
            tone="warn"
            title={`Version ${entry.version} is available`}
            action={
              <Button variant="default" loading={before.isLoading} onClick={() => setAsking(true)}>
                Use version {entry.version}
              </Button>
            }
          >
            This consent was started with version {chosen.libraryVersion}.
          </Notice>
        )}
      </div>
      <ConfirmModal
        opened={isAsking && entry !== undefined}
        title="Use the library’s current words?"
        okLabel="Use them"
        onCancel={() => setAsking(false)}
        onOk={() => {
          if (entry !== undefined) change(refreshFromLibrary(chosen, entry, ofLibrary));
          setAsking(false);
        }}
      >
        Side, site, anaesthetic and this patient’s own risks stay. Risks that were left out come back, and benefits and
        alternatives become the library’s again. {before.isError ? ONLY_OWN : 'Sections of your own stay: read them once more.'}
      </ConfirmModal>
    </Panel>
  );
}

const ONLY_OWN = 'Sections of your own stay. A colleague’s go, as the older version cannot be read now.';

function Reviewed({ entry }: { readonly entry: Procedure }) {
  if (!entry.clinicallyReviewed)
    return (
      <div>
        <StateChip tone="warn">Not clinically reviewed: demonstration data</StateChip>
      </div>
    );
  const by = [
    entry.owner === null ? '' : `by ${entry.owner}`,
    entry.reviewDate === null ? '' : `next review ${longDate(entry.reviewDate)}`,
  ];
  return <p className={styles.small}>Clinically reviewed {by.filter((part) => part !== '').join(', ')}</p>;
}
