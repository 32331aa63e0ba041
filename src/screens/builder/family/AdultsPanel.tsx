import { mayInformAdults } from '#domain/family/family-signers.ts';
import { PARENTS_MOST } from '#domain/family/family.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { newId } from '#src/device/new-id.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { AdultPanel } from './AdultPanel.tsx';
import { addParent, removeParent } from './family-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { StepHeading } from '../parts/StepHeading.tsx';
import styles from '../parts/builder.module.css';

/** The adults of the family, each in a panel that folds once nothing of it is open. */
export function AdultsPanel(props: BuilderStepProps) {
  const { draft, edit, missing } = props;
  const { parents, basis, child } = draft;
  const isOpenAt = (at: number) => missing.some(({ path }) => path.startsWith(`parents.${at}.`));
  const [folded, setFolded] = useState(() => parents.filter((_, at) => !isOpenAt(at)).map(({ id }) => id));
  const setOpen = (id: string, isOpen: boolean) =>
    setFolded((before) => (isOpen ? before.filter((each) => each !== id) : [...before, id]));
  const error = fieldFaults(props)('parents');
  const isFull = parents.length >= PARENTS_MOST;
  return (
    <>
      <StepHeading title="Adults" note={basis === 'PARENT' ? undefined : 'They need not sign'} />
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {!mayInformAdults({ child }) && (
        <Notice tone="warn" title="The child does not want parents to know">
          No parent signs, and nothing is sent to them.
        </Notice>
      )}
      {parents.map((parent, at) => (
        <AdultPanel
          key={parent.id}
          {...props}
          parent={parent}
          at={at}
          // A fault must be seen where the list of what is missing leads.
          isOpen={!folded.includes(parent.id) || isOpenAt(at)}
          onOpen={(isOpen) => setOpen(parent.id, isOpen)}
          onRemove={() => {
            edit((before) => removeParent(before, parent.id));
            document.getElementById('parents')?.focus();
          }}
        />
      ))}
      {!isFull && (
        <div>
          <Button
            id="parents"
            variant={parents.length === 0 ? 'light' : 'default'}
            leftSection={<Icon name="plus" />}
            onClick={() => edit((before) => addParent(before, newId()))}
          >
            {parents.length === 0 ? 'Add an adult' : 'Add another adult'}
          </Button>
        </div>
      )}
    </>
  );
}
