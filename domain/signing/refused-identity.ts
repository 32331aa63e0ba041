import { isSameName } from '#domain/values/same-identity.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** A signer of whom an event tells. The name is empty where a tablet does not know it. */
export type IdentityRefusal = {
  readonly role: string;
  readonly name: string;
  /** whether it came after the signer’s signature, when the tablet was handed over again; absent otherwise */
  readonly isSigned?: true;
};

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
  let signed: IdentityRefusal[] = [];
  for (const { type, actor } of timeline) {
    if (type === 'CONSENT_SENT') [refusals, signed] = [[], []];
    if (type === 'SIGNED') signed.push(actor);
    if (type !== 'IDENTITY_REFUSED' && !ANSWERS.has(type)) continue;
    refusals = refusals.filter((each) => !isSamePerson(each, actor));
    const { role, name } = actor;
    const isSigned = signed.some((each) => isSamePerson(each, actor));
    if (type === 'IDENTITY_REFUSED') refusals.push({ role, name, ...(isSigned ? { isSigned } : {}) });
  }
  return refusals;
}

/**
 * The refusals of signers for whom the form still waits, and of those who were handed the tablet once more after their signature: nobody
 * signs before the details are checked.
 */
export function openRefusals({ status, waitingFor, timeline }: IdentityTimeline): IdentityRefusal[] {
  if (!mayMove(status, 'sign')) return [];
  return identityRefusals(timeline).filter(({ role, isSigned }) => isSigned === true || waitingFor.some((each) => each === role));
}

// Two parents share a role, and a tablet without a network records no names.
function isSamePerson(one: IdentityRefusal, other: IdentityRefusal): boolean {
  return one.role === other.role && (one.name === '' || other.name === '' || isSameName(one.name, other.name));
}
