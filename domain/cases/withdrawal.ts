import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isSignerRole, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import { RECORDED_BY } from './event-author.ts';
import type { TimelineEvent } from './timeline.ts';
import { WITHDRAWAL_WAYS, type WithdrawalWay } from './withdrawal-ways.ts';

/** The words where somebody refused or withdrew and said no reason. */
export const NO_REASON = 'No reason was given.';

/** Each way in a sentence, and as staff choose it. */
export const WAY_WORDS: Readonly<Record<WithdrawalWay, { readonly inText: string; readonly choice: string }>> = {
  HERE: { inText: 'in person', choice: 'In person' },
  PHONE: { inText: 'by telephone', choice: 'By telephone' },
  LETTER: { inText: 'by letter or email', choice: 'By letter or email' },
};

/** Whether somebody of this role can be the one at whose wish staff withdraw: the patient, and those who are asked about the treatment. */
export function mayAskToWithdraw(role: SignerRole): boolean {
  const { mayDecline, isStaff } = ROLE_RULES[role];
  return mayDecline === 'counts' && isStaff === false;
}

/**
 * A withdrawal in one sentence: `Withdrawn by Ada Demo, patient, by telephone, recorded by Demo Nurse: “I changed my mind”`. A build before
 * wrote neither who asked nor how: of that nothing is said.
 */
export function withdrawalWords({ actor, detail }: Pick<TimelineEvent, 'actor' | 'detail'>): string {
  const { reason, how, isByLink } = detail;
  const way = WITHDRAWAL_WAYS.find((each) => each === how);
  const isOfSigner = actor.kind === 'SIGNER';
  const recorder = isOfSigner ? detail[RECORDED_BY.name] : actor.name;
  const role = isSignerRole(actor.role) ? ROLE_WORDS[actor.role].toLocaleLowerCase('en-GB') : actor.role;
  const words = (...each: readonly string[]) =>
    composedList(
      each.filter((part) => part !== ''),
      ', ',
    );
  const whole = words(
    isOfSigner && actor.name !== '' ? composed`Withdrawn by ${words(actor.name, role)}` : 'Withdrawn',
    way === undefined ? (isByLink === true ? 'by a link' : '') : WAY_WORDS[way].inText,
    typeof recorder === 'string' && recorder !== '' ? composed`recorded by ${recorder}` : '',
  );
  return typeof reason === 'string' && reason !== '' ? composed`${whole}: “${reason}”` : `${whole}. ${NO_REASON}`;
}
