import type { LinkView } from '#domain/signing/link.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { worksStill } from './link-words.ts';

type WarningsProps = {
  /** Whether the link informs another adult about a patient whose details are protected. */
  readonly isOfAdult: boolean;
  /** of the signer; it ends with a new one */
  readonly link: LinkView | undefined;
};

/** Warnings before a new link is sent: its effect on the former link, and the people whom it reaches. */
export function LinkWarnings({ isOfAdult, link }: WarningsProps) {
  return (
    <>
      {isOfAdult && (
        <Notice tone="warn" title="The details of this patient are protected">
          <p>This link tells another adult of the form. Ask first whether that is safe for the patient.</p>
        </Notice>
      )}
      {link !== undefined && worksStill(link) && <p>The link that was sent before ends.</p>}
    </>
  );
}

type SafeProps = {
  /** Whether it was entered just now, and is not on record. */
  readonly isNew?: boolean;
  readonly isSafe: boolean;
  readonly onChange: (isSafe: boolean) => void;
};

/** Asked before a mail goes to an address that is protected. */
export function SafeAddress({ isNew = false, isSafe, onChange }: SafeProps) {
  return (
    <>
      <p>
        <strong>Is this address safe?</strong> Somebody else may read what comes to it.
      </p>
      <CheckField
        id="safe-address"
        label={isNew ? 'I have asked: this address is safe' : 'I have asked: the address on record is safe'}
        value={isSafe ? 'YES' : 'NO'}
        onChange={(value) => onChange(value === 'YES')}
      />
    </>
  );
}
