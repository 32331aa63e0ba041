import type { TicketDetails } from '#contract/signing.ts';
import { witnessStatement } from '#domain/witness-statement.ts';
import type { Ref } from 'react';
import type { Problem } from '#src/sign/api.ts';
import { isWitnessAsked } from '#src/sign/signature-body.ts';
import { signerName } from '#src/sign/steps.ts';
import type { FormInput } from '#src/sign/form-input.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { SignaturePad, type SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { Choose } from './Choose.tsx';
import { SignerField } from './SignerField.tsx';

type WitnessFieldsProps = {
  readonly input: FormInput;
  readonly set: (typed: Partial<FormInput>) => void;
  readonly details: TicketDetails;
  readonly method: Parameters<typeof witnessStatement>[1];
  readonly problems: readonly Problem[];
  readonly pad: Ref<SignaturePadHandle>;
};

/** The witness of a mark or of spoken words: who it is, and their own signature in the same act. */
export function WitnessFields({ input, set, details, method, problems, pad }: WitnessFieldsProps) {
  const { sign } = useFormTexts();
  const { witnessName, witnessRole, witnessBy } = input;
  const isAsked = isWitnessAsked(details);
  const ways = (['DRAWN', 'TYPED', ...(isAsked ? (['LATER'] as const) : [])] as const).map((value) => ({
    value,
    label: sign[`witness${value}`],
  }));
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
        most={200}
      />
      <SignerField
        id="witness.role"
        label={sign.witnessRole}
        hint={sign.witnessRoleHint}
        value={witnessRole}
        onValue={(value) => set({ witnessRole: value })}
        problems={problems}
        most={100}
      />
      {isAsked && (
        <>
          <Choose
            id="witness.method"
            legend={sign.witnessBy}
            options={ways}
            value={witnessBy}
            onValue={(value) => set({ witnessBy: value })}
            problems={problems}
          />
          {(witnessBy === 'DRAWN' || witnessBy === 'TYPED') && (
            <p>
              {sign.witnessSays} {witnessStatement(signerName(details), method)}
            </p>
          )}
          {witnessBy === 'DRAWN' && <WitnessPad input={input} set={set} problems={problems} pad={pad} />}
          {witnessBy === 'TYPED' && (
            <SignerField
              id="witness.typedName"
              label={sign.witnessName}
              hint={sign.typeHint}
              value={input.witnessTyped}
              onValue={(value) => set({ witnessTyped: value })}
              problems={problems}
              most={200}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

type WitnessPadProps = Pick<WitnessFieldsProps, 'input' | 'set' | 'problems' | 'pad'>;

function WitnessPad({ input: { witnessInk }, set, problems, pad }: WitnessPadProps) {
  const { sign } = useFormTexts();
  const wrong = problems.find(({ field }) => field === 'witness.strokes');
  return (
    <>
      {wrong !== undefined && <p className="wrong">{wrong.message}</p>}
      <div
        className="pad"
        data-inked={witnessInk.length > 0 || undefined}
        id="witness.strokes"
        tabIndex={-1}
        role="group"
        aria-label={sign.witnessPad}
      >
        <SignaturePad label={sign.witnessPad} ink={witnessInk} onInk={(drawn) => set({ witnessInk: drawn })} handle={pad} />
      </div>
      <div className="under-pad">
        <span />
        <span>
          <button type="button" className="change" onClick={() => set({ witnessInk: witnessInk.slice(0, -1) })}>
            {sign.undo}
          </button>
          <button type="button" className="change" onClick={() => set({ witnessInk: [] })}>
            {sign.clear}
          </button>
        </span>
      </div>
    </>
  );
}
