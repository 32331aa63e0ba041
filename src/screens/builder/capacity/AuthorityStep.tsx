import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Columns } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { AdvanceFields } from './AdvanceFields.tsx';
import { AppointmentFields } from './AppointmentFields.tsx';
import { authorityWords, noteTitle } from './authority-words.ts';
import { CourtOrderPanel } from './CourtOrderPanel.tsx';
import { StepIntro } from '../parts/StepIntro.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { TreatmentPanel } from './TreatmentPanel.tsx';
import { useCapacityForm, type CapacityStepForm } from './use-capacity-form.ts';

/** The step about authority: everything that could take the decision out of the clinician's hands, and its effect. */
export function AuthorityStep(step: BuilderStepProps) {
  const form = useCapacityForm(step);
  const { searchedHow } = form.capacity.authority;
  const { urgent } = form.capacity.bestInterests;
  return (
    <Columns aside={<WhoDecides form={form} />}>
      <StepIntro title="Who may decide?">
        Look for somebody whom the patient or a court has chosen, and for what the patient has refused.
      </StepIntro>
      <TreatmentPanel form={form} asks={['urgent', 'lifeSustaining']} />
      <AppointmentFields form={form} field="lpa" />
      <AppointmentFields form={form} field="deputy" />
      <AdvanceFields form={form} />
      <CourtOrderPanel form={form} />
      <Panel title="How you searched">
        <TextAreaField
          {...form.field('authority.searchedHow')}
          label="Where did you look, and whom did you ask?"
          hint={
            urgent === true ? 'Urgent: what you could not find out in time may stay open if you describe the search.' : undefined
          }
          optional={urgent !== true}
          maxLength={NOTE_MOST}
          minRows={2}
          value={searchedHow}
          onChange={(text) => form.change('authority', { searchedHow: text })}
        />
      </Panel>
    </Columns>
  );
}

function WhoDecides({ form: { capacity } }: { readonly form: CapacityStepForm }) {
  const { title, text, tone } = authorityWords(capacity);
  return (
    <>
      <Notice tone={tone} title={title} live>
        {text}
      </Notice>
      {decisionAuthority(capacity)
        .notes.filter(({ rule }) => rule !== 'A6')
        .map((note) => (
          <Notice key={note.text} tone={note.isBoxed ? 'warn' : 'info'} title={noteTitle(note)} live>
            {note.text}
          </Notice>
        ))}
    </>
  );
}
