import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { changeChild } from './child-edits.ts';
import { fieldFaults } from '../parts/field-faults.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { YES_NO_CHOICES, yesNo } from '../parts/yes-no.ts';
import styles from '../parts/builder.module.css';

const MAY_KNOW = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
] as const;

/** Whether parents may know about a treatment for which the child decides alone. */
export function TellParentsPanel(props: BuilderStepProps) {
  const { draft, edit } = props;
  const faultAt = fieldFaults(props);
  const tellParents = draft.child?.tellParents ?? 'NOT_ASKED';
  return (
    <Panel title="May parents know?">
      <div className={styles.parts}>
        <ChoiceCards
          id="child-tellParents"
          label="Does the child agree that parents may know?"
          choices={MAY_KNOW}
          value={tellParents === 'NOT_ASKED' ? null : tellParents}
          onChange={(answer) => edit((before) => changeChild(before, { tellParents: answer }))}
          error={faultAt('child.tellParents')}
        />
        {tellParents === 'NO' && (
          <>
            <Notice tone="warn" title="Parents must not be told">
              No parent signs, and nothing is sent to them. Everybody who opens this case is told first.
            </Notice>
            <ChoiceCards
              id="child-encouraged"
              label="Did you encourage the child to tell a parent?"
              choices={YES_NO_CHOICES}
              value={yesNo(draft.child?.encouraged)}
              onChange={(answer) => edit((before) => changeChild(before, { encouraged: answer === 'yes' }))}
              error={faultAt('child.encouraged')}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
