import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { SignatureField } from './SignatureField.tsx';
import type { OwnSignature } from './use-own-signature.ts';

const WAYS = [
  { value: 'TYPED', label: 'Type my name' },
  { value: 'DRAWN', label: 'Draw my signature' },
] as const;

/** How a signature is given, and the name or the pad for it. */
export function OwnSignatureFields({ signature }: { readonly signature: OwnSignature }) {
  const { way, faults } = signature;
  const errorAt = (path: string) => faults.find((each) => each.path === path)?.message;
  return (
    <>
      <ChoiceCards id="sign-method" label="How do you sign?" choices={WAYS} value={way} onChange={signature.setWay} />
      {way === 'DRAWN' ? (
        <SignatureField
          id="sign-strokes"
          label="Sign in the box"
          ink={signature.ink}
          onInk={signature.changeInk}
          onBegin={signature.startInk}
          pad={signature.pad}
          error={errorAt('strokes')}
        />
      ) : (
        <TextField
          id="sign-typedName"
          label="Your name"
          maxLength={NAME_MOST}
          value={signature.typedName}
          onChange={signature.changeName}
          error={errorAt('typedName')}
        />
      )}
    </>
  );
}
