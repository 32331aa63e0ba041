import { useContext, type ReactNode } from 'react';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { FormWords } from '#src/sign/texts/use-form-texts.ts';
import { Reader } from '#src/sign/texts/use-texts.ts';
import { WitnessPart, type WitnessFieldsProps } from './WitnessFields.tsx';
import { WitnessSignature } from './WitnessSignature.tsx';

const drawSignature = (props: WitnessFieldsProps) => <WitnessSignature {...props} />;

/** Pages of the form with what a patient's form of the first shape does without: the words of other roles, a witness's signature. */
export function RoleParts({ children }: { readonly children: ReactNode }) {
  return (
    <WitnessPart value={drawSignature}>
      <FormWords value={formTextsFor(useContext(Reader))}>{children}</FormWords>
    </WitnessPart>
  );
}
