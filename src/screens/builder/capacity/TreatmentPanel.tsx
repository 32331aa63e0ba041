import { Panel } from '#src/ui/layout/Panel.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import builder from '../parts/builder.module.css';
import type { CapacityStepForm } from './use-capacity-form.ts';

const QUESTIONS = {
  serious: { label: 'Is this serious medical treatment?', hint: 'A hard choice, or one with grave effects or great harms.' },
  urgent: { label: 'Is this urgent?', hint: 'There is no time to search or to ask everybody first.' },
  lifeSustaining: { label: 'Is this needed to keep the patient alive?', hint: undefined },
} as const;

type Props = { readonly form: CapacityStepForm; readonly asks: readonly (keyof typeof QUESTIONS)[] };

/** The questions about the kind of treatment; two steps ask them, as several rules depend on them. */
export function TreatmentPanel({ form, asks }: Props) {
  const { bestInterests } = form.capacity;
  return (
    <Panel title="This treatment">
      <div className={builder.stack}>
        {asks.map((question) => (
          <YesNoField
            key={question}
            {...form.answer(`bestInterests.${question}`, bestInterests[question])}
            {...QUESTIONS[question]}
            onChange={(answer) => form.change('bestInterests', { [question]: answer })}
          />
        ))}
      </div>
    </Panel>
  );
}
