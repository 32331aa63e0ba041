import { Button } from '@mantine/core';
import { useState } from 'react';
import { longDate } from '#domain/plain-date.ts';
import type { Procedure } from '#domain/procedure.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import styles from './builder.module.css';
import { refreshFromLibrary } from './procedure-edits.ts';
import { titled } from './steps.ts';
import type { ProcedureProps } from './step-props.ts';

/** The source of the texts, their age, and whether a clinician has reviewed them. */
export function LibraryPanel({ chosen, entry, change, prefix }: ProcedureProps) {
  const [isAsking, setAsking] = useState(false);
  const isOld = entry !== undefined && entry.version > chosen.libraryVersion;
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
              <Button variant="default" onClick={() => setAsking(true)}>
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
          if (entry !== undefined) change(refreshFromLibrary(chosen, entry));
          setAsking(false);
        }}
      >
        Side, site, anaesthetic and this patient’s own risks stay. Risks that were left out come back, and benefits and
        alternatives become the library’s again. Sections that the library does not have stay: read them once more.
      </ConfirmModal>
    </Panel>
  );
}

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
