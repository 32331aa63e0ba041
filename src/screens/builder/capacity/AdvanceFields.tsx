import { Panel } from '#src/ui/layout/Panel.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import builder from '../parts/builder.module.css';
import { changeAdvance } from './capacity-edits.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

const CONTENT = [
  ['refuses', 'Does it refuse this treatment?', undefined],
  ['valid', 'Is it valid?', 'Made by an able adult, not withdrawn, and nothing done since that goes against it.'],
  ['applicable', 'Does it apply to this treatment, here and now?', undefined],
] as const;

const SHAPE = [
  ['written', 'Is it in writing?', undefined],
  ['signed', 'Is it signed?', 'By the patient, or by somebody else while the patient was there.'],
  ['witnessed', 'Did a witness sign it?', undefined],
  ['evenIfLife', 'Does it say that it holds “even if my life is at risk”?', undefined],
] as const;

/** Whether there is an advance decision, and only then what it says; its form is asked where it is about staying alive. */
export function AdvanceFields({ form }: { readonly form: CapacityStepForm }) {
  const { advance, lpa } = form.capacity.authority;
  const refuses = advance.refuses !== false;
  const needsShape = form.capacity.bestInterests.lifeSustaining === true && advance.refuses === true;
  const ask = ([field, label, hint]: (typeof CONTENT)[number] | (typeof SHAPE)[number]) => (
    <YesNoField
      key={field}
      {...form.answer(`authority.advance.${field}`, advance[field])}
      label={label}
      hint={hint}
      onChange={(value) => form.edit((before) => changeAdvance(before, { [field]: value }))}
    />
  );
  return (
    <Panel title="Advance decision">
      <div className={builder.stack}>
        <YesNoField
          {...form.answer('authority.advance.found', advance.found)}
          label="Has the patient refused a treatment in advance?"
          hint="Ask the family and the GP, and look in the records."
          onChange={(found) => form.edit((before) => changeAdvance(before, { found }))}
        />
        {advance.found === true && CONTENT.filter(([field]) => field === 'refuses' || refuses).map(ask)}
        {advance.found === true && needsShape && SHAPE.map(ask)}
        {advance.found === true && refuses && lpa.found === true && (
          <YesNoField
            {...form.answer('authority.advance.beforeLpa', advance.beforeLpa)}
            label="Is it older than the power of attorney?"
            onChange={(beforeLpa) => form.edit((before) => changeAdvance(before, { beforeLpa }))}
          />
        )}
      </div>
    </Panel>
  );
}
