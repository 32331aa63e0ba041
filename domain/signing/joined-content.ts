import type { Fault } from '#domain/base/fault.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import { CONSULTED_MOST } from '#domain/capacity/capacity-people.ts';
import { isSecondOpinionNeeded } from '#domain/capacity/capacity-signers.ts';
import { decisionAuthority, isTreatmentOrdered } from '#domain/capacity/decision-authority.ts';
import { PARENTS_MOST, type Family } from '#domain/family/family.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { JOINS_AS, type JoinedPart } from '#domain/forms/invited-roles.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import * as v from 'valibot';
import { isInterpreted, type Interpreting } from '#domain/consents/consent.ts';
import { JOINED_DETAILS, type InvitedPerson } from './invite.ts';

/** The parts of a version's content that people may join while it is out. */
export type JoinableContent = Interpreting & Pick<Family, 'parents'> & { readonly capacity: Capacity | null };

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

const JOINS: Readonly<Record<JoinedPart, Join>> = {
  parent: joinParents,
  interpreter: joinAsInterpreter,
  consulted: joinConsulted,
  secondOpinion: joinAsSecondOpinion,
};

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
  if (as.part === null) return { path: 'role', message: as.instead };
  const foreign = detailsIn(person).find((part) => part !== as.part);
  if (foreign !== undefined) return { path: foreign, message: 'These details are of another role' };
  if (person.phone != null && as.part !== 'interpreter')
    return { path: 'phone', message: 'A telephone number is kept of an interpreter alone' };
  const joined = JOINS[as.part](content, person, around);
  return 'message' in joined ? joined : { content: { ...content, ...joined.change }, path: joined.path };
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

function joinParents({ parents }: JoinableContent, person: InvitedPerson, { formType, newId }: Around): Joining | Fault {
  const { name, email } = person;
  if (deciderOf(formType) !== 'family') return notHere('No other adult decides on this form: that is Form 2');
  if (parents.length >= PARENTS_MOST)
    return notHere(`The form has ${PARENTS_MOST} adults, and no room for more. ${CHANGE_FIRST}`);
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

function joinAsInterpreter(content: JoinableContent, person: InvitedPerson): Joining | Fault {
  if (isInterpreted(content) && content.interpreter !== null)
    return notHere(`The form has an interpreter already. ${CHANGE_FIRST}`);
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

function joinConsulted({ capacity }: JoinableContent, person: InvitedPerson, { formType }: Around): Joining | Fault {
  if (deciderOf(formType) !== 'clinician' || capacity === null) return notHere(ONLY_FORM_4);
  if (decisionAuthority(capacity).names.length > 0)
    return notHere(`An attorney or a deputy decides on this form: nobody signs as asked beside them. ${CHANGE_FIRST}`);
  const { people } = capacity;
  const { consulted } = people;
  const { name } = person;
  if (consulted.length >= CONSULTED_MOST)
    return notHere(`The form has ${CONSULTED_MOST} people who were asked, and no room for more. ${CHANGE_FIRST}`);
  if (consulted.some((each) => isSameName(each.name, name))) return isOnForm(name);
  const added = { ...v.parse(JOINED_DETAILS.consulted, person.consulted ?? {}), name, signs: true };
  return {
    change: { capacity: { ...capacity, people: { ...people, consulted: [...consulted, added], nobodyReason: '' } } },
    path: `capacity.people.consulted.${consulted.length}`,
  };
}

function joinAsSecondOpinion({ capacity }: JoinableContent, person: InvitedPerson, { formType }: Around): Joining | Fault {
  if (deciderOf(formType) !== 'clinician' || capacity === null) return notHere(ONLY_FORM_4);
  if (isTreatmentOrdered(capacity.authority)) return notHere('A court has decided: no second opinion is needed');
  if (isSecondOpinionNeeded(capacity)) return notHere(`The form has a second opinion already. ${CHANGE_FIRST}`);
  const details = v.parse(JOINED_DETAILS.secondOpinion, person.secondOpinion ?? {});
  return {
    change: { capacity: { ...capacity, secondOpinion: { ...details, name: person.name, needed: true } } },
    path: 'capacity.secondOpinion',
  };
}

const ONLY_FORM_4 = 'The patient decides, or the family: only Form 4 has this role';

function notHere(message: string): Fault {
  return { path: 'role', message };
}

function isOnForm(name: string): Fault {
  return { path: 'name', message: `${name} is on this form already. ${CHANGE_FIRST}` };
}
