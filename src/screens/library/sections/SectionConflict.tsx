import type { StoredSection } from '#domain/library/stored-section.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { Button } from '@mantine/core';
import styles from '../library.module.css';

type SectionConflictProps = {
  /** null: the other tab took the section away */
  readonly theirs: StoredSection | null;
  readonly onSettle: (side: 'mine' | 'theirs') => void;
};

/** Shown when this person has saved the section in another tab or on another tablet meanwhile: nothing is overwritten by itself. */
export function SectionConflict({ theirs, onSettle }: SectionConflictProps) {
  if (theirs === null)
    return (
      <Notice
        tone="warn"
        live
        title="You have removed this section in another tab or on another tablet"
        action={
          <Button variant="default" onClick={() => onSettle('mine')}>
            Keep these words
          </Button>
        }
      >
        <p>What you typed is still here. If you keep it, saving adds the section again.</p>
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      live
      title="You have saved this section in another tab or on another tablet"
      action={
        <div className={styles.acts}>
          <Button variant="default" onClick={() => onSettle('theirs')}>
            Take the saved words
          </Button>
          <Button variant="default" onClick={() => onSettle('mine')}>
            Keep these words
          </Button>
        </div>
      }
    >
      <p>Nothing has been overwritten. This is saved now:</p>
      <div className={styles.patientView}>
        <p>
          <strong>{theirs.title}</strong>
        </p>
        <TemplateText nodes={theirs.nodes} />
      </div>
    </Notice>
  );
}
