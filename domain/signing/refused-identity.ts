import { isSameName } from '#domain/values/same-identity.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** A signer of whom an event tells. The name is empty where a tablet does not know it. */
export type IdentityRefusal = { readonly role: string; readonly name: string };

type IdentityEvent = { readonly type: string; readonly actor: IdentityRefusal };
type IdentityTimeline = {
  readonly status: CaseStatus;
  readonly waitingFor: readonly SignerRole[];
  readonly timeline: readonly IdentityEvent[];
};

/** Answers of a signer after which the refusal before waits for nobody. */
const ANSWERS: ReadonlySet<string> = new Set(['IDENTITY_CONFIRMED', 'INTERPRETER_CONFIRMED', 'DECLINED', 'SIGNED']);

/**
 * The signers whose last answer, since the form was made ready, is that the details are wrong; the latest comes last.
 *
 * @param timeline - in order
 */
export function identityRefusals(timeline: readonly IdentityEvent[]): IdentityRefusal[] {
  let refusals: IdentityRefusal[] = [];
  for (const { type, actor } of timeline) {
    if (type === 'CONSENT_SENT') refusals = [];
    if (type !== 'IDENTITY_REFUSED' && !ANSWERS.has(type)) continue;
    refusals = refusals.filter((each) => !isSamePerson(each, actor));
    if (type === 'IDENTITY_REFUSED') refusals.push({ role: actor.role, name: actor.name });
  }
  return refusals;
}

/** The refusals of signers for whom the form still waits: nobody signs before the details are checked. */
export function openRefusals({ status, waitingFor, timeline }: IdentityTimeline): IdentityRefusal[] {
  if (!mayMove(status, 'sign')) return [];
  return identityRefusals(timeline).filter(({ role }) => waitingFor.some((each) => each === role));
}

// Two parents share a role, and a tablet without a network records no names.
function isSamePerson(one: IdentityRefusal, other: IdentityRefusal): boolean {
  return one.role === other.role && (one.name === '' || other.name === '' || isSameName(one.name, other.name));
}
