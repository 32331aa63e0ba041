import { ChoiceLines } from '#src/editing/ChoiceLines.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { TemplateForm } from './template-form.ts';

type Props = {
  readonly form: ValidatedForm<TemplateForm>;
  readonly errorAt: (id: string) => string | undefined;
};

/** The choices that a form of this template asks beside those of every form. */
export function TemplateChoiceFields({ form, errorAt }: Props) {
  const { values, change } = form;
  return (
    <Panel title="Choices of the patient">
      <ChoiceLines choices={values.choices} onChange={(choices) => change({ choices })} errorAt={errorAt} />
    </Panel>
  );
}
