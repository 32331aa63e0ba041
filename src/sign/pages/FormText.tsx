import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import { RichText } from '../pieces/RichText.tsx';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** What the hospital's form says of itself. */
export function FormText({ visiting, details: { consent, recipients }, place }: StepProps) {
  const { form } = useFormWords();
  const onward = () => visiting.dispatch({ kind: 'onward' });
  return (
    <Page {...place} h1={form.h1} actions={<Onward onClick={onward} />}>
      <div className="rich">
        <RichText nodes={consent.content} signers={recipients.map(({ role }) => role)} />
      </div>
    </Page>
  );
}
