import type { Template } from '#domain/library-template.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TemplateText } from '#src/ui/TemplateText.tsx';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { changedWords, formName, shortName } from './template-words.ts';
import styles from './templates.module.css';

type ConflictNoticeProps = {
  readonly theirs: Template;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
};

/** Shown when somebody else has saved this template meanwhile: their text to read, and a choice. Nothing is overwritten by itself. */
export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const { timeZone } = useProduct();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Notice
        tone="warn"
        live
        title={`Somebody else has saved version ${theirs.version} in the meantime`}
        action={
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setShown(true)}>
              Read version {theirs.version}
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              Take theirs
            </Button>
            <Button variant="default" onClick={onKeepMine}>
              Keep mine
            </Button>
          </div>
        }
      >
        <p>
          {changedWords(theirs, timeZone)}. Yours is not saved, and nothing is lost. If you keep yours, the next save makes
          version {theirs.version + 1} of it; theirs stays among the versions.
        </p>
      </Notice>
      <Modal
        opened={isShown}
        onClose={() => setShown(false)}
        title={<strong>{`${shortName(theirs.name)}, ${formName(theirs.formType)}, version ${theirs.version}`}</strong>}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TemplateText nodes={theirs.data} />
      </Modal>
    </>
  );
}
