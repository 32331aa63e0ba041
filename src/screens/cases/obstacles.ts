import { isSameName } from '#domain/values/same-identity.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import { unsettledAdults } from '#domain/consents/family-decline.ts';
import { isRequired, type Recipient } from '#domain/consents/recipients.ts';
import { isInterpreter } from '#domain/forms/signer-roles.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import { waitingRoles, waitingSigners } from './waiting-signers.ts';

type SignersOfConsent = Pick<Consent, 'Timeline' | 'recipients' | 'addedSigners' | 'status'>;

/** The signer who reported that the details of this version are wrong, the latest, if nobody has made it ready anew since. */
export function whoFindsDetailsWrong(consent: SignersOfConsent): Recipient | null {
  const refusal = openRefusals({ ...consent, waitingFor: waitingRoles(consent), timeline: consent.Timeline }).at(-1);
  if (refusal === undefined) return null;
  const signers = refusal.isSigned === true ? consent.recipients : waitingSigners(consent);
  const ofRole = signers.filter(({ role }) => role === refusal.role);
  return ofRole.find(({ recipient_name }) => isSameName(recipient_name, refusal.name)) ?? ofRole[0] ?? null;
}

/** Whether the form waits for an interpreter who said that they cannot sign. */
export function isInterpreterLacking({ recipients }: Pick<Consent, 'recipients'>): boolean {
  return recipients.some((each) => isInterpreter(each.role) && each.state === 'DECLINED' && isRequired(each));
}

/** The names of the adults who said no, as long as it is not recorded how that was settled. */
export function unsettledNames({ recipients }: Pick<Consent, 'recipients'>): string[] {
  return unsettledAdults(recipients).map(({ recipient_name }) => recipient_name);
}

/** The reason why a form that is out cannot be signed by all, whoever comes next; null without one. */
export function obstacleWords(consent: Pick<Consent, 'status' | 'recipients'>): StateWords | null {
  if (!mayMove(consent.status, 'sign')) return null;
  if (isInterpreterLacking(consent)) return { tone: 'stop', words: 'Interpreter cannot sign' };
  return unsettledNames(consent).length > 0 ? { tone: 'stop', words: 'Adults disagree' } : null;
}
