import { Clinical } from '#src/sign/pieces/Clinical.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { RichText } from '#src/rich-text/RichText.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The template's own text. */
export function FormText({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { form } = useFormTexts();
  return (
    <SignerPage {...navigation} h1={form.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      <div className="rich" {...ENGLISH}>
        <Clinical of={consent.content}>
          <RichText nodes={consent.content} />
        </Clinical>
      </div>
    </SignerPage>
  );
}
