import { DAY } from '#domain/base/limits.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { patientsHandlers } from '#server/routes/patients.ts';
import { createReferral } from '#server/work/referrals/refer.ts';
import { contextOf } from './past.ts';

/** Patients of the demo referrer, named after what they show. */
const REFERRED = [
  {
    lastName: 'Demo-Referred',
    firstName: 'Lichen',
    dateOfBirth: '1951-04-09',
    question: 'Demo: the right eye sees 6/24 with glasses, and the lens is cloudy. Is a cataract operation right?',
    submit: true,
  },
  {
    lastName: 'Demo-Not-Sent',
    firstName: 'Moss',
    dateOfBirth: '1947-11-23',
    question: 'Demo: a draft. The pressure of the left eye was 28 twice. Should drops come first?',
    submit: false,
  },
] as const;

/** One referral that waits for Ophthalmology, and a draft; nobody gets a mail of them. */
export async function demoReferrals({ db, deps, referrer }: { db: Db; deps: Deps; referrer: StaffActor }): Promise<void> {
  for (const [nth, { question, submit, ...person }] of REFERRED.entries()) {
    const context = contextOf(db, deps, referrer, deps.clock() - (20 + nth) * DAY);
    const { data } = await patientsHandlers.patientCreate(
      { ...person, id: undefined, nameInLatin: '', restricted: false },
      context,
    );
    await createReferral(context, {
      patientID: data.patient.id,
      to: { speciality: 'Ophthalmology' },
      question,
      procedures: [],
      submit,
    });
  }
}
