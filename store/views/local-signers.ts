import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { declineOutcomeOf } from '#domain/consents/decline.ts';
import { isSameSigner, isRequired, type Recipient } from '#domain/consents/recipients.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { LocalConsent, LocalSignature } from '#store/entities/types.ts';

type AddedSigner = NonNullable<Consent['addedSigners']>[number];
type LocalActs = Pick<LocalConsent, 'status' | 'signed' | 'declined' | 'server'> & {
  /** whether the form is from before the rule of witnesses: their words suffice */
  readonly isWitnessExcused: boolean;
};

/** The signers of a version with what they did on this device, and the status that follows for the form. */
export type LocalSigners = {
  readonly recipients: Recipient[];
  readonly addedSigners: AddedSigner[];
  readonly status: CaseStatus;
};

/** Lays the signatures and refusals of this device over the signers of a version: the form ends where the server will say so. */
export function withLocalActs(signers: readonly Recipient[], acts: LocalActs): LocalSigners {
  const { declined = [], signed, server, status: before, isWitnessExcused } = acts;
  let recipients = withSignatures(signers, signed);
  let status = before;
  for (const refusal of declined) {
    const me = recipients.find((each) => isSameSigner(each, refusal));
    if (me === undefined) continue;
    const all = recipients.map((each) => ({ ...each, required: isRequired(each) }));
    const { declined: ended } = declineOutcomeOf(all, { ...me, required: isRequired(me) });
    recipients = recipients.map((each) => (each === me ? { ...each, state: 'DECLINED' } : each));
    if (ended === 'FORM' && refusal.goesOn !== true && mayMove(status, 'decline')) status = 'DECLINED';
  }
  return { recipients, addedSigners: withLocalWitnesses(recipients, { signed, server, isWitnessExcused }), status };
}

/** Whether every signer whom the form needs has signed here or at the server; false while nobody is known. */
export function isSignedByAll({ recipients, addedSigners, status }: LocalSigners): boolean {
  const required = [...recipients, ...addedSigners].filter(isRequired);
  return status === 'PARTIALLY_SIGNED' && required.length > 0 && required.every(({ state }) => state === 'SIGNED');
}

function withSignatures<R extends Recipient>(recipients: readonly R[], signed: readonly LocalSignature[]): R[] {
  return recipients.map((each) => {
    const localSignature = signed.find((signature) => isSameSigner(each, signature));
    if (localSignature === undefined || each.state === 'SIGNED') return each;
    return { ...each, state: 'SIGNED', method: localSignature.method, signedAt: localSignature.capturedAt };
  });
}

// The server adds a witness behind the last signer, in the order of the signatures: the same place is named here before it has.
function withLocalWitnesses(
  recipients: readonly Recipient[],
  { signed, server, isWitnessExcused }: Pick<LocalActs, 'signed' | 'server' | 'isWitnessExcused'>,
): AddedSigner[] {
  const added: AddedSigner[] = [...(server?.addedSigners ?? [])];
  for (const { witness, capturedAt, ...signature } of signed) {
    const attested = recipients.find((each) => isSameSigner(each, signature));
    if (witness === undefined || attested === undefined || (isWitnessExcused && !witness.isSigned)) continue;
    if (added.some(({ attests }) => attests === attested.signing_order)) continue;
    added.push({
      recipient_name: witness.name,
      recipient_email: null,
      action_type: 'SIGN',
      signing_order: Math.max(...[...recipients, ...added].map(({ signing_order }) => signing_order)) + 1,
      role: 'WITNESS',
      state: witness.isSigned ? 'SIGNED' : 'WAITING',
      method: null,
      signedAt: witness.isSigned ? capturedAt : null,
      required: true,
      attests: attested.signing_order,
    });
  }
  return withSignatures(added, signed);
}
