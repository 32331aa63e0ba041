import { spokenName } from '#domain/patients/patient-name.ts';
import { REFUSAL_MOST } from '#domain/consents/consent-fields.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { AddLine } from '../parts/AddLine.tsx';
import { ChoicesPanel } from './ChoicesPanel.tsx';
import { RemovableLines } from '../parts/RemovableLines.tsx';
import { MissingList } from '../parts/MissingList.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

/** Third step: what matters to this patient, their additional choices and their refusals. */
export function MattersStep({ patient, draft, edit, library, missing, onGo, errorAt }: BuilderStepProps) {
  const { refusals } = draft;
  return (
    <Columns
      aside={
        <>
          <Panel title="Refusals">
            <p className={styles.small}>What the patient does not want done, whatever happens.</p>
            <RemovableLines
              label="Refusals"
              lines={refusals}
              wordsOf={(words) => words}
              remove="Remove the refusal"
              onRemove={(gone) => edit((before) => ({ ...before, refusals: before.refusals.filter((each) => each !== gone) }))}
            />
            <AddLine
              id="refusals"
              label="Add a refusal"
              hint="Write it as theatre should read it, for example NO PORK PRODUCTS."
              maxLength={REFUSAL_MOST}
              taken={refusals}
              onAdd={(text) => edit((before) => ({ ...before, refusals: [...before.refusals, text] }))}
            />
          </Panel>
          <MissingList missing={missing} onGo={onGo} />
        </>
      }
    >
      <Panel title="What matters">
        <TextAreaField
          id="mattersToMe"
          label={`What matters to ${spokenName(patient)}`}
          optional
          hint="In the patient’s own words: work, family, hobbies, worries. The patient can change it on the tablet."
          maxLength={LONG_TEXT_MOST}
          minRows={6}
          value={draft.mattersToMe}
          onChange={(mattersToMe) => edit((before) => ({ ...before, mattersToMe }))}
          error={errorAt('mattersToMe')}
        />
      </Panel>
      <ChoicesPanel draft={draft} edit={edit} library={library} errorAt={errorAt} />
    </Columns>
  );
}
