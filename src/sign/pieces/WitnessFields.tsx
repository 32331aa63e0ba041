import type { TicketDetails } from '#contract/signing.ts';
import type { witnessStatement } from '#domain/signing/witness-statement.ts';
import { NAME_MOST, RELATION_MOST } from '#domain/values/text-limits.ts';
import { createContext, useContext, type ReactNode, type Ref } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { isWitnessSignatureRequired } from '#src/sign/signature-body.ts';
import type { FormInput } from '#src/sign/form-input.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { SignerField } from './SignerField.tsx';

export type WitnessFieldsProps = {
  readonly input: FormInput;
  readonly set: (input: Partial<FormInput>) => void;
  readonly details: TicketDetails;
  readonly method: Parameters<typeof witnessStatement>[1];
  readonly problems: readonly SignerCallProblem[];
  readonly pad: Ref<SignaturePadHandle>;
};

/** The part for the witness's own signature, loaded before the first page of a form that asks for it; null on any other form. */
export const WitnessPart = createContext<((props: WitnessFieldsProps) => ReactNode) | null>(null);

/** The witness of a mark or of spoken words: who it is, and their own signature in the same act. */
export function WitnessFields({ input, set, details, method, problems, pad }: WitnessFieldsProps) {
  const { sign } = useFormTexts();
  const { witnessName, witnessRole } = input;
  const drawSignature = useContext(WitnessPart);
  return (
    <fieldset className="witness">
      <legend>{sign.witness}</legend>
      <SignerField
        id="witness.name"
        label={sign.witnessName}
        hint={sign.witnessByHint}
        value={witnessName}
        onValue={(value) => set({ witnessName: value })}
        problems={problems}
        most={NAME_MOST}
      />
      <SignerField
        id="witness.role"
        label={sign.witnessRole}
        hint={sign.witnessRoleHint}
        value={witnessRole}
        onValue={(value) => set({ witnessRole: value })}
        problems={problems}
        most={RELATION_MOST}
      />
      {isWitnessSignatureRequired(details) && drawSignature?.({ input, set, details, method, problems, pad })}
    </fieldset>
  );
}
