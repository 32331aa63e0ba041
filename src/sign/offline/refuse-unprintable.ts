import { NotSent } from '#contract/engine/call.ts';
import { printFaultOf } from '#domain/values/printable.ts';
import type { SignerCall, SignerCallName } from './signer-calls.ts';

/**
 * Refuses words that the document cannot show as the server does, before they are queued: afterwards the signature would be refused
 * when nobody is there to write them in another way.
 *
 * @throws NotSent
 */
export function refuseUnprintable<K extends SignerCallName>(signerCall: SignerCall<K>): void {
  const fault = printFaultOf(printedIn(signerCall));
  if (fault !== null) throw new NotSent([fault]);
}

function printedIn<K extends SignerCallName>(signerCall: SignerCall<K>): unknown {
  // A union discriminated by `call`, which TypeScript does not narrow for a generic K.
  const { call, input } = signerCall as SignerCall<SignerCallName>;
  if (call === 'recordAnswers' && 'signature' in input) return [input.signature?.name, input.signature?.typedName];
  if (call === 'recordAnswers' && 'mattersToMe' in input) return input.mattersToMe;
  if (call === 'recordSign' && 'statement' in input) return [input.name, input.typedName, input.witness, input.comments];
  return null;
}
