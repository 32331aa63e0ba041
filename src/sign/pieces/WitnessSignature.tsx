import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import { signsHere } from '#src/sign/signature-body.ts';
import { signerName } from '#src/sign/steps.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { SignaturePad } from '#src/signature/SignaturePad.tsx';
import { Choose } from './Choose.tsx';
import { SignerField } from './SignerField.tsx';
import { WitnessAge } from './WitnessAge.tsx';
import type { WitnessFieldsProps } from './WitnessFields.tsx';

const METHODS = ['DRAWN', 'TYPED', 'LATER'] as const;

/** The witness's own signature, beside the signer's or at another time. */
export function WitnessSignature({ input, set, details, method, problems, pad }: WitnessFieldsProps) {
  const { sign } = useFormTexts();
  const { witnessBy } = input;
  const translation = useTranslation();
  return (
    <>
      <Choose
        id="witness.method"
        legend={sign.witnessBy}
        options={METHODS.map((value) => ({ value, label: sign[`witness${value}`] }))}
        value={witnessBy}
        onValue={(value) => set({ witnessBy: value })}
        problems={problems}
      />
      {signsHere(witnessBy) && <WitnessAge id="witness.adult" input={input} set={set} problems={problems} />}
      {signsHere(witnessBy) && (
        <p>
          {sign.witnessSays} {translation?.statements.ofWitness(signerName(details), method)}{' '}
          <bdi {...ENGLISH}>{witnessStatement(signerName(details), method)}</bdi>
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
          most={NAME_MOST}
        />
      )}
    </>
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
