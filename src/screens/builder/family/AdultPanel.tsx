import { mayInformAdults } from '#domain/family/family-signers.ts';
import { Button, SimpleGrid } from '@mantine/core';
import { AGREEMENT_WORDS, RESPONSIBILITY_WORDS } from '#domain/family/parent-words.ts';
import type { Parent } from '#domain/family/parent.ts';
import { NAME_MOST, RELATION_MOST } from '#domain/values/text-limits.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { AdultAnswer } from './AdultAnswer.tsx';
import { AdultGround } from '#src/editing/AdultGround.tsx';
import type { AdultProps } from '#src/editing/adult-props.ts';
import { changeParent } from './family-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { idOf } from '../parts/steps.ts';
import styles from '../parts/builder.module.css';

type Props = BuilderStepProps & {
  readonly parent: Parent;
  readonly at: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onRemove: () => void;
};

/** One adult: open while it is written, and else one line. */
export function AdultPanel({ parent, at, isOpen, onOpen, onRemove, ...step }: Props) {
  const { draft, edit, patient } = step;
  const path = `parents.${at}`;
  const faults = fieldFaults(step);
  const adult: AdultProps = {
    parent,
    idAt: (field) => idOf(`${path}.${field}`),
    faultAt: (field) => faults(`${path}.${field}`),
    change: (change) => {
      // An adult who is written on stays open, also once nothing is missing.
      onOpen(true);
      edit((before) => changeParent(before, parent.id, change));
    },
  };
  const title = parent.name === '' ? `Adult ${at + 1}` : parent.name;
  const hidden = <span className="visually-hidden"> {title}</span>;
  const hasFaults = step.missing.some((each) => each.path.startsWith(`${path}.`));
  return (
    <Panel
      title={title}
      actions={
        <>
          {isOpen ? (
            !hasFaults && (
              <Button variant="subtle" onClick={() => onOpen(false)}>
                Close{hidden}
              </Button>
            )
          ) : (
            <Button variant="subtle" onClick={() => onOpen(true)}>
              Change{hidden}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={onRemove}>
            Remove{hidden}
          </Button>
        </>
      }
    >
      {isOpen ? (
        <div className={styles.parts}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md" style={{ alignItems: 'end' }}>
            <TextField
              id={adult.idAt('name')}
              label="Full name"
              maxLength={NAME_MOST}
              value={parent.name}
              onChange={(name) => adult.change({ name })}
              error={adult.faultAt('name')}
            />
            <TextField
              id={adult.idAt('relation')}
              label="Relation to the child"
              optional
              maxLength={RELATION_MOST}
              value={parent.relation}
              onChange={(relation) => adult.change({ relation })}
              error={adult.faultAt('relation')}
            />
          </SimpleGrid>
          <AdultGround {...adult} />
          <AdultAnswer {...adult} mayWrite={mayInformAdults(draft) && !patient.restricted} />
        </div>
      ) : (
        <p className={styles.small}>{summaryOf(parent)}</p>
      )}
    </Panel>
  );
}

function summaryOf({ relation, responsibility, signs, answer }: Parent): string {
  const ground = responsibility === null ? '' : RESPONSIBILITY_WORDS[responsibility];
  const part = signs ? 'Signs this form' : AGREEMENT_WORDS[answer];
  return [relation, ground, part].filter((each) => each !== '').join(' · ');
}
