import { ConsultedPerson, SecondOpinion } from '#domain/capacity/capacity-people.ts';
import { Parent } from '#domain/family/parent.ts';
import type { JoinedPart } from '#domain/forms/invited-roles.ts';
import { SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { LINK_CHANNELS } from './link.ts';
import { EmailAddress, IdentityLine, SigningOrder } from '#domain/values/text.ts';
import { NAME_MOST, PHONE_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';
import { Interpreter } from '#domain/consents/consent.ts';
import { NameInLatin } from '#domain/forms/latin-names.ts';

/** The entries of a form about somebody in each part, beside name, address and way of signing, which an invite has itself. */
export const JOINED_DETAILS = {
  parent: v.omit(Parent, ['id', 'name', 'emailAddress', 'signs', 'answer', 'answeredHow']),
  interpreter: v.strictObject({
    ...v.omit(Interpreter, ['name', 'emailAddress', 'phone', 'signsHere', 'signing', 'language']).entries,
    language: v.optional(Interpreter.entries.language, ''),
  }),
  consulted: v.omit(ConsultedPerson, ['name', 'signs']),
  secondOpinion: v.omit(SecondOpinion, ['needed', 'name']),
} as const satisfies Record<JoinedPart, v.GenericSchema>;

const InviteParts = v.pipe(
  v.strictObject({
    signing_order: v.optional(SigningOrder),
    channel: v.picklist(LINK_CHANNELS, `The channel must be one of ${LINK_CHANNELS.join(', ')}`),
    addressConfirmed: v.optional(v.boolean('Say whether the address is safe')),
    name: v.optional(IdentityLine({ label: 'Name', least: 1, most: NAME_MOST })),
    /** the name as documents print it where no font has its letters */
    nameInLatin: v.optional(NameInLatin.entries.latin),
    role: v.optional(v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`)),
    email: v.optional(v.nullable(EmailAddress)),
    /** kept of an interpreter alone: no other part of a form has one */
    phone: v.optional(v.nullable(IdentityLine({ label: 'Phone', most: PHONE_MOST }))),
    parent: v.optional(JOINED_DETAILS.parent),
    interpreter: v.optional(JOINED_DETAILS.interpreter),
    consulted: v.optional(JOINED_DETAILS.consulted),
    secondOpinion: v.optional(JOINED_DETAILS.secondOpinion),
  }),
  v.forward(
    v.check(
      ({ signing_order: order, name, role }) => order !== undefined || name !== undefined || role !== undefined,
      'Say to whom: the place of a signer, or the name and the role of a new person',
    ),
    ['signing_order'],
  ),
  v.forward(
    v.check(
      ({ signing_order: order, channel: _c, addressConfirmed: _a, ...person }) =>
        order === undefined || Object.values(person).every((each) => each === undefined),
      'A signer of the form has a place, a new person has none yet: say one of the two',
    ),
    ['signing_order'],
  ),
  v.forward(
    v.check(({ name, role }) => name !== undefined || role === undefined, 'Enter the name'),
    ['name'],
  ),
  v.forward(
    v.check(({ name, role }) => role !== undefined || name === undefined, 'Say in which role'),
    ['role'],
  ),
);
type Parts = typeof InviteParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface InviteSchema extends Parts {}
/** One link to be sent: to a signer by their place, or to a new person, who joins the form first. */
export const Invite: InviteSchema = InviteParts;
export type Invite = v.InferOutput<InviteSchema>;

/** Somebody who is not on the form yet. */
export type InvitedPerson = Omit<Invite, 'signing_order' | 'name' | 'role'> & {
  readonly name: string;
  readonly role: SignerRole;
};

/** The new person of an invite; null where it names the place of a signer. */
export function newPersonOf({ signing_order: _, name, role, ...rest }: Invite): InvitedPerson | null {
  return name === undefined || role === undefined ? null : { ...rest, name, role };
}
