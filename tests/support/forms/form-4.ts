import type { Input, Output } from '#contract/calls.ts';
import { Capacity } from '#domain/capacity/capacity.ts';
import * as v from 'valibot';
import { COMPLETE as COMPLETE_TABLE } from '#tests/domain/capacity/capacity-rules.table.ts';
import { draft, templateId, type Caller } from './builders.ts';

/** Answers of one part that differ from the complete ones. */
type Parts = { readonly [Part in keyof Capacity]?: Partial<Capacity[Part]> };

/** A person who was asked, is not paid, and does not sign. */
export const DEMO_DAUGHTER = {
  name: 'Dora Demo-Daughter',
  relation: 'Daughter',
  paid: false,
  how: 'PHONE',
  at: '2026-08-06T09:00:00.000Z',
  view: 'She always wanted to see her garden.',
  against: false,
  signs: false,
} as const;

/** An attorney who may decide and consents (rule A10); `seen`, registered and covering the treatment. */
export const DEMO_ATTORNEY = {
  found: true,
  names: ['Ann Demo-Attorney'],
  joint: null,
  registered: true,
  seen: true,
  covers: true,
  lifeSustaining: null,
  answer: 'CONSENTS',
} as const;

/** A second opinion by the other demo clinician, who agrees. */
export const DEMO_SECOND_OPINION = {
  needed: true,
  name: 'Demo Eyes',
  role: 'Consultant',
  view: 'AGREES',
  at: '2026-08-06T10:00:00.000Z',
} as const;

/**
 * A complete part of Form 4 at `TEST_NOW`: an adult who cannot decide, nobody with power to decide, a daughter who was asked and does
 * not sign. Beside the clinician nobody signs, unless `change` adds them; each part of it is laid over the complete one.
 */
export function completeCapacity(change: Parts = {}): Capacity {
  const complete = v.parse(Capacity, structuredClone(COMPLETE));
  return v.parse(Capacity, {
    test: { ...complete.test, ...change.test },
    authority: { ...complete.authority, ...change.authority },
    people: { ...complete.people, ...change.people },
    bestInterests: { ...complete.bestInterests, ...change.bestInterests },
    secondOpinion: { ...complete.secondOpinion, ...change.secondOpinion },
  });
}

/** A Form 4 with an attorney who signs: the donee is a required CONSULTEE (rule A10). */
export function capacityWithAttorney(names: readonly string[] = DEMO_ATTORNEY.names, joint: boolean | null = null): Capacity {
  const lpa = { ...DEMO_ATTORNEY, names: [...names], joint };
  return completeCapacity({ authority: { lpa } });
}

/** A Form 4 whose patient objects: a second opinion must be given (rule A16). */
export function capacityWithSecondOpinion(change: Parts = {}): Capacity {
  return completeCapacity({
    ...change,
    bestInterests: { objects: true, patientView: 'Shakes her head at the word.', ...change.bestInterests },
    secondOpinion: { ...DEMO_SECOND_OPINION, ...change.secondOpinion },
  });
}

/** A complete draft of FORM_4 for a new adult, unless changed. */
export async function formFourDraft(
  staff: Caller,
  change: Omit<Input<'consentCreate'>, 'patientID' | 'formType'> & { patientID?: string } = {},
): Promise<Output<'consentCreate'>> {
  return draft(staff, {
    formType: 'FORM_4',
    templateID: await templateId(staff, 'FORM_4'),
    clinicianStatement: { discussed: true, capacity: false },
    capacity: completeCapacity(),
    ...change,
  });
}

/** A version of FORM_4 that is ready to sign: the clinician, then whoever `capacity` adds. */
export async function formFourSent(
  staff: Caller,
  capacity: Capacity = completeCapacity(),
): Promise<Output<'consentSend'>['data']> {
  const { consentID, version } = await formFourDraft(staff, { capacity });
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

const COMPLETE = {
  ...COMPLETE_TABLE,
  test: { ...COMPLETE_TABLE.test, assessor: 'Demo Clinician', assessedAt: '2026-08-06T08:30:00.000Z' },
  authority: { ...COMPLETE_TABLE.authority, searchedHow: 'The record was read and the daughter was asked.' },
  people: { ...COMPLETE_TABLE.people, consulted: [DEMO_DAUGHTER] },
  bestInterests: {
    ...COMPLETE_TABLE.bestInterests,
    pastWishes: 'Always wanted to read and to see the garden.',
    patientView: 'Points at her eye and smiles.',
    options: [
      { text: 'The operation', why: 'She will see again.' },
      { text: 'No treatment', why: 'She will see less and less, and may fall.' },
    ],
    leastRestrictive: 'Glasses do not help any more.',
    reasoning: 'She will see her garden again, and will not fall as often.',
  },
};
