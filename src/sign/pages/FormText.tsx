import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { RichText } from '#src/sign/pieces/RichText.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from './step-props.ts';

/** The template's own text. */
export function FormText({ visiting, details: { consent, recipients }, place }: SignerStepProps) {
  const { form } = useFormTexts();
  const onward = () => visiting.dispatch({ kind: 'onward' });
  return (
    <SignerPage {...place} h1={form.h1} actions={<Onward onClick={onward} />}>
      <div className="rich">
        <RichText nodes={consent.content} signers={recipients.map(({ role }) => role)} />
      </div>
    </SignerPage>
  );
}
