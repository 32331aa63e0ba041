import { randomUUID } from 'node:crypto';
import type { Input } from '#contract/calls.ts';
import type { Child } from '#domain/family/child.ts';
import type { Family } from '#domain/family/family.ts';
import { EMPTY_PARENT, type Parent } from '#domain/family/parent.ts';
import { aPatient, draft, procedureId, templateId, type Caller } from './builders.ts';

/** The birth date of the child of these forms: eleven on the day of the tests. */
export const CHILD_BORN = '2015-03-14';
/** Of a child who decides alone, as one assessor is enough: fifteen. */
export const ABLE_CHILD_BORN = '2011-03-14';

/** An adult who decides and signs. */
export function aParent(change: Partial<Parent> = {}): Parent {
  return { ...EMPTY_PARENT, id: randomUUID(), name: 'Ada Demo-Mother', relation: 'Mother', responsibility: 'MOTHER', ...change };
}

/** A second adult who decides and signs. */
export function anotherParent(change: Partial<Parent> = {}): Parent {
  return aParent({ name: 'Ben Demo-Father', relation: 'Father', responsibility: 'FATHER_REGISTERED', ...change });
}

/** A child who agrees, and whose parents may know. */
export function aChild(change: Partial<Child> = {}): Child {
  return { agreement: 'AGREES', note: '', signs: false, gillick: null, tellParents: 'YES', encouraged: null, ...change };
}

/** A child under 16 who can decide, as assessed. */
export function anAbleChild(change: Partial<Child> = {}): Child {
  return aChild({
    gillick: {
      able: true,
      reason: 'Explained the operation in own words',
      assessor: 'Demo Clinician',
      assessedAt: '2026-08-06T09:00:00.000Z',
      points: { treatment: true, risks: true, alternatives: true, weighs: true, free: true },
    },
    ...change,
  });
}

/** A court's order to treat. */
export const COURT_TREATS = { court: 'Demo High Court', number: 'D 1', date: '2026-08-05', decision: 'TREAT' } as const;

/** The family's part of a complete Form 2: one mother signs, the child agrees and does not sign, unless changed. */
export function family2(change: Partial<Pick<Family, 'basis' | 'parents' | 'lookedAfter' | 'needsAllAdults' | 'child'>> = {}) {
  return {
    basis: 'PARENT' as const,
    parents: [aParent()],
    lookedAfter: 'NO' as const,
    needsAllAdults: false,
    child: aChild(),
    ...change,
  };
}

/** Two parents and the child, all of whom sign. */
export function allSign(): ReturnType<typeof family2> {
  return family2({ parents: [aParent(), anotherParent()], child: aChild({ signs: true }) });
}

type Form2 = Partial<Omit<Input<'consentCreate'>, 'formType'>>;

/** A complete Form 2 as input of `consentCreate`: a tonsillectomy of a new patient of eleven; the family as {@link family2}. */
export async function form2(staff: Caller, change: Form2 = {}): Promise<Input<'consentCreate'>> {
  const [procedureID, templateID] = await Promise.all([procedureId(staff, 'tonsillectomy'), templateId(staff, 'FORM_2')]);
  const patientID =
    change.patientID ??
    (await staff.call('patientCreate', aPatient({ dateOfBirth: change.basis === 'CHILD' ? ABLE_CHILD_BORN : CHILD_BORN }))).data
      .patient.id;
  return {
    formType: 'FORM_2',
    templateID,
    procedures: [{ procedureID, anaesthetic: ['GENERAL'] }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
    ...family2(),
    ...change,
    patientID,
  };
}

/** A complete draft of Form 2. */
export async function draft2(staff: Caller, change: Form2 = {}) {
  return draft(staff, await form2(staff, change));
}

/** A Form 2 that is ready to sign. */
export async function sent2(staff: Caller, change: Form2 = {}) {
  const { consentID, version } = await draft2(staff, change);
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}
