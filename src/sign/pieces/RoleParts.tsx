import { fullShownOf, type ShownRecord } from '#domain/consents/shown.ts';
import { useContext, type ReactNode } from 'react';
import { formTextsFor } from '#src/sign/texts/form-texts-by-role.ts';
import { FormWords } from '#src/sign/texts/use-form-texts.ts';
import { ReaderRole } from '#src/sign/texts/use-texts.ts';
import { Fetched } from './Fetched.tsx';
import { WitnessPart, type WitnessFieldsProps } from './WitnessFields.tsx';
import { WitnessSignature } from './WitnessSignature.tsx';

const drawSignature = (props: WitnessFieldsProps) => <WitnessSignature {...props} />;

// Its own chunk: most forms are in English alone.
const fetchTranslated = () => import('./TranslatedForm.tsx').then(({ TranslatedForm }) => TranslatedForm);

type RolePartsProps = { readonly children: ReactNode; readonly shown?: ShownRecord | null | undefined };

/**
 * Pages of the form with what a patient's form of the first shape does without: the words of other roles, a witness's signature, and the
 * translation of the form.
 */
export function RoleParts({ children, shown }: RolePartsProps) {
  const translation = fullShownOf(shown)?.translation;
  return (
    <WitnessPart value={drawSignature}>
      <FormWords value={formTextsFor(useContext(ReaderRole))}>
        {translation == null ? children : <Fetched from={fetchTranslated} props={{ translation, children }} />}
      </FormWords>
    </WitnessPart>
  );
}
