import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { LIBERTY_AUTHORITY_MOST } from '#domain/capacity/capacity-best-interests.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import builder from '../parts/builder.module.css';
import { changeRestraint } from './capacity-edits.ts';
import type { CapacityStepForm } from './use-capacity-form.ts';

/** Restraint: its reason only where it is planned, an authority only where it takes liberty away. */
export function RestraintPanel({ form }: { readonly form: CapacityStepForm }) {
  const { restraint } = form.capacity.bestInterests;
  const path = 'bestInterests.restraint';
  const change = (fields: Partial<typeof restraint>) => form.edit((before) => changeRestraint(before, fields));
  return (
    <Panel title="Restraint">
      <div className={builder.stack}>
        <YesNoField
          {...form.answer(`${path}.planned`, restraint.planned)}
          label="Is restraint planned?"
          hint="Hands, straps or medicine that keep the patient from moving."
          onChange={(planned) => change({ planned })}
        />
        {restraint.planned === true && (
          <>
            <TextAreaField
              {...form.field(`${path}.why`)}
              label="Which harm does it prevent, and how much is used?"
              maxLength={NOTE_MOST}
              minRows={2}
              value={restraint.why}
              onChange={(why) => change({ why })}
            />
            <YesNoField
              {...form.answer(`${path}.deprives`, restraint.deprives)}
              label="Does it take away the patient’s liberty?"
              onChange={(deprives) => change({ deprives })}
            />
          </>
        )}
        {restraint.deprives === true && (
          <TextAreaField
            {...form.field(`${path}.authority`)}
            label="What allows this?"
            hint="A court’s order, or the authorisation and its date."
            maxLength={LIBERTY_AUTHORITY_MOST}
            minRows={1}
            value={restraint.authority}
            onChange={(authority) => change({ authority })}
          />
        )}
      </div>
    </Panel>
  );
}
