import type { OwnOrganisation } from '#contract/organisation.ts';
import { ORGANISATION_LABELS } from '#domain/organisation/organisation.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import styles from './organisation.module.css';

type ConflictNoticeProps = {
  readonly theirs: OwnOrganisation;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
};

/** Shown when somebody else has saved the details meanwhile: theirs to read, and a choice. Nothing is overwritten by itself. */
export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <Notice
      tone="warn"
      live
      title="Somebody else has saved these details in the meantime"
      action={
        <div className={styles.buttons}>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      }
    >
      <p>Yours are not saved, and nothing is lost. If you keep yours, the next save replaces theirs:</p>
      <DefinitionList
        items={[
          { term: ORGANISATION_LABELS.name, value: theirs.name },
          { term: ORGANISATION_LABELS.address, value: theirs.address === '' ? null : theirs.address.split('\n').join(', ') },
          { term: ORGANISATION_LABELS.supportPhone, value: theirs.supportPhone },
          { term: ORGANISATION_LABELS.supportEmail, value: theirs.supportEmail },
          { term: ORGANISATION_LABELS.patientPhone, value: theirs.patientPhone },
          { term: ORGANISATION_LABELS.privacyText, value: theirs.privacyText },
          { term: ORGANISATION_LABELS.privacyUrl, value: theirs.privacyUrl },
          { term: ORGANISATION_LABELS.accessibilityEmail, value: theirs.accessibilityEmail },
          {
            term: ORGANISATION_LABELS.safetyContacts,
            value: theirs.safetyContacts.length === 0 ? null : theirs.safetyContacts.join(', '),
          },
        ]}
      />
    </Notice>
  );
}
