import type { Fault } from '#domain/base/fault.ts';
import type { SignerState } from '#domain/base/states.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import { CONSULTED_MOST } from '#domain/capacity/capacity-people.ts';
import { isSecondOpinionNeeded } from '#domain/capacity/capacity-signers.ts';
import { decisionAuthority, isTreatmentOrdered } from '#domain/capacity/decision-authority.ts';
import { PARENTS_MOST, type Family } from '#domain/family/family.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { JOINS_AS, type JoinedPart } from '#domain/forms/invited-roles.ts';
import { SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import * as v from 'valibot';
import { withLatinName, type NameInLatin } from '#domain/forms/latin-names.ts';
import { isInterpreted, type Interpreting } from '#domain/consents/consent.ts';
import { JOINED_DETAILS, type InvitedPerson } from './invite.ts';

/** The parts of a version's content that people may join while it is out. */
export type JoinableContent = Interpreting &
  Pick<Family, 'parents'> & { readonly capacity: Capacity | null; readonly latinNames?: readonly NameInLatin[] | undefined };

type Around = {
  readonly formType: FormType;
  /** of an adult who joins */
  readonly newId: string;
};

/** @property path - of the new person in the content: `parents.1` */
type Joining = { readonly change: Partial<JoinableContent>; readonly path: string };
type Join = (content: JoinableContent, person: InvitedPerson, around: Around) => Joining | Fault;

/** The end of a sentence about a form that must be changed before somebody can join it. */
export const CHANGE_FIRST = 'Change the form first.';

const ONLY_FORM_4 = 'The patient decides, or the family: only Form 4 has this role';

const JOINS: Readonly<Record<JoinedPart, Join>> = {
  parent: joinParents,
  interpreter: joinAsInterpreter,
  consulted: joinConsulted,
  secondOpinion: joinAsSecondOpinion,
};

/** Why a part of a form that is out takes nobody, whoever it would be; undefined where it has room. */
const ROOM: Readonly<Record<JoinedPart, (content: JoinableContent, formType: FormType) => string | undefined>> = {
  parent: ({ parents }, formType) => {
    if (deciderOf(formType) !== 'family') return 'No other adult decides on this form: that is Form 2';
    return parents.length >= PARENTS_MOST
      ? `The form has ${PARENTS_MOST} adults, and no room for more. ${CHANGE_FIRST}`
      : undefined;
  },
  interpreter: (content) =>
    isInterpreted(content) && content.interpreter !== null ? `The form has an interpreter already. ${CHANGE_FIRST}` : undefined,
  consulted: ({ capacity }, formType) => {
    if (deciderOf(formType) !== 'clinician' || capacity === null) return ONLY_FORM_4;
    if (decisionAuthority(capacity).names.length > 0)
      return `An attorney or a deputy decides on this form: nobody signs as asked beside them. ${CHANGE_FIRST}`;
    return capacity.people.consulted.length >= CONSULTED_MOST
      ? `The form has ${CONSULTED_MOST} people who were asked, and no room for more. ${CHANGE_FIRST}`
      : undefined;
  },
  secondOpinion: ({ capacity }, formType) => {
    if (deciderOf(formType) !== 'clinician' || capacity === null) return ONLY_FORM_4;
    if (isTreatmentOrdered(capacity.authority)) return 'A court has decided: no second opinion is needed';
    return isSecondOpinionNeeded(capacity) ? `The form has a second opinion already. ${CHANGE_FIRST}` : undefined;
  },
};

/** Why nobody of a role joins a form that is out; undefined where its part has room. */
function noRoomFor(role: SignerRole, content: JoinableContent, formType: FormType): string | undefined {
  const as = JOINS_AS[role];
  return as.part === null ? as.instead : ROOM[as.part](content, formType);
}

/** The roles in which somebody may still join a form that is out: those that its type allows, and in which it has room. */
export function rolesWithRoom(content: JoinableContent, formType: FormType): SignerRole[] {
  return SIGNER_ROLES.filter((role) => noRoomFor(role, content, formType) === undefined);
}

/** Why nobody joins a form on which somebody has answered: what is shown would change under the answer. Undefined where nobody has. */
export function closedByAnswer(signers: readonly { readonly state: SignerState }[], hasSignature: boolean): string | undefined {
  if (hasSignature) return `Somebody has signed. ${CHANGE_FIRST}`;
  return signers.some(({ state }) => state === 'DECLINED') ? `Somebody has said no. ${CHANGE_FIRST}` : undefined;
}

/**
 * The content of a form that is out, with a new person in the part of their role: as far as that part has room, and the type of the form
 * has it. Whether the form is complete then is for the rules of a complete form.
 *
 * @returns the content, and the path of the person in it; or why they cannot join, with the path in the invite
 */
export function withInvited<Content extends JoinableContent>(
  content: Content,
  person: InvitedPerson,
  around: Around,
): { readonly content: Content; readonly path: string } | Fault {
  const as = JOINS_AS[person.role];
  if (as.part === null) return notHere(as.instead);
  const foreign = detailsIn(person).find((part) => part !== as.part);
  if (foreign !== undefined) return { path: foreign, message: 'These details are of another role' };
  if (person.phone != null && as.part !== 'interpreter')
    return { path: 'phone', message: 'A telephone number is kept of an interpreter alone' };
  const noRoom = noRoomFor(person.role, content, around.formType);
  if (noRoom !== undefined) return notHere(noRoom);
  const joined = JOINS[as.part](content, person, around);
  if ('message' in joined) return joined;
  const { name, nameInLatin: latin = '' } = person;
  const named = latin === '' ? {} : { latinNames: withLatinName(content.latinNames, { name, latin }) };
  return { content: { ...content, ...joined.change, ...named }, path: joined.path };
}

/** The path in an invite of a fault that was found in the content. @param joined - the path of the new person there */
export function pathInInvite(path: string, { role }: Pick<InvitedPerson, 'role'>, joined: string): string {
  const { part } = JOINS_AS[role];
  if (part === null || !path.startsWith(`${joined}.`)) return 'role';
  const field = path.slice(joined.length + 1);
  return OWN_FIELDS[field] ?? `${part}.${field}`;
}

/** Fields of a part for which an invite has its own. */
const OWN_FIELDS: Readonly<Record<string, string>> = { name: 'name', emailAddress: 'email', signs: 'role' };

function detailsIn(person: InvitedPerson): JoinedPart[] {
  const { parent, interpreter, consulted, secondOpinion } = person;
  return Object.entries({ parent, interpreter, consulted, secondOpinion } satisfies Record<JoinedPart, unknown>).flatMap(
    ([part, details]) => (details === undefined ? [] : [part as JoinedPart]),
  );
}

function joinParents({ parents }: JoinableContent, person: InvitedPerson, { newId }: Around): Joining | Fault {
  const { name, email } = person;
  if (parents.some((each) => isSameName(each.name, name))) return isOnForm(name);
  const adult = {
    ...v.parse(JOINED_DETAILS.parent, person.parent ?? {}),
    id: newId,
    name,
    emailAddress: email ?? null,
    signs: true,
    answer: 'NOT_ASKED' as const,
    answeredHow: null,
  };
  return { change: { parents: [...parents, adult] }, path: `parents.${parents.length}` };
}

function joinAsInterpreter(_: JoinableContent, person: InvitedPerson): Joining {
  const { name, email = null, phone = null } = person;
  const isByMail = email !== null;
  const interpreter = {
    ...v.parse(JOINED_DETAILS.interpreter, person.interpreter ?? {}),
    name,
    emailAddress: email,
    phone,
    // A code is shown to somebody who is there.
    signsHere: !isByMail,
    signing: isByMail ? ('LINK' as const) : ('HERE' as const),
  };
  return { change: { interpreter, interpreterNeeded: true, interpreterNoneReason: '' }, path: 'interpreter' };
}

function joinConsulted({ capacity }: JoinableContent, person: InvitedPerson): Joining | Fault {
  if (capacity === null) return notHere(ONLY_FORM_4);
  const { people } = capacity;
  const { consulted } = people;
  const { name } = person;
  if (consulted.some((each) => isSameName(each.name, name))) return isOnForm(name);
  const added = { ...v.parse(JOINED_DETAILS.consulted, person.consulted ?? {}), name, signs: true };
  return {
    change: { capacity: { ...capacity, people: { ...people, consulted: [...consulted, added], nobodyReason: '' } } },
    path: `capacity.people.consulted.${consulted.length}`,
  };
}

function joinAsSecondOpinion({ capacity }: JoinableContent, person: InvitedPerson): Joining | Fault {
  if (capacity === null) return notHere(ONLY_FORM_4);
  const details = v.parse(JOINED_DETAILS.secondOpinion, person.secondOpinion ?? {});
  return {
    change: { capacity: { ...capacity, secondOpinion: { ...details, name: person.name, needed: true } } },
    path: 'capacity.secondOpinion',
  };
}

function notHere(message: string): Fault {
  return { path: 'role', message };
}

function isOnForm(name: string): Fault {
  return { path: 'name', message: `${name} is on this form already. ${CHANGE_FIRST}` };
}
