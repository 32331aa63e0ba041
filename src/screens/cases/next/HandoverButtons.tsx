import { Button } from '@mantine/core';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { signerWords } from '../signing-words.ts';

type Props = {
  readonly consent: Consent;
  readonly signers: readonly Recipient[];
  /** The first signer is the next step of the case. */
  readonly isFirstNext?: boolean;
  readonly onHandOver: (signer: Recipient) => void;
};

/** A way to hand the tablet to each signer who is waited for, the first in the order last and filled. */
export function HandoverButtons({ consent, signers, isFirstNext = false, onHandOver }: Props) {
  return signers.toReversed().map((signer) => (
    <Button
      key={signer.signing_order}
      variant={isFirstNext && signer === signers[0] ? 'filled' : 'default'}
      leftSection={<Icon name="tablet" />}
      onClick={() => onHandOver(signer)}
    >
      Hand the tablet to {signerWords(consent.recipients, signer)}
    </Button>
  ));
}
