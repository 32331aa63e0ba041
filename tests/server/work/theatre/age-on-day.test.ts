import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { aChild, aParent, anAbleChild, COURT_TREATS, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { completeCapacity } from '#tests/support/forms/form-4.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

let staff: Caller;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
/** Days until the operation, on 20 August. */
const LISTED = 14;

/** A new patient who becomes so old so many days after the operation. */
async function bornAround(years: number, daysAfter: number): Promise<string> {
  const [year, month, day] = dayIn(LISTED + daysAfter).split('-');
  return (await staff.call('patientCreate', aPatient({ dateOfBirth: `${Number(year) - years}-${month}-${day}` }))).data.patient
    .id;
}

const ANSWERED = { additionalChoices: ANSWERED_CHOICES };
const FORMS = {
  PARENT: (patientID: string, isYoung: boolean) =>
    sent2(staff, { patientID, ...ANSWERED, ...(isYoung ? { capacity: completeCapacity(), child: aChild() } : {}) }),
  COURT: (patientID: string, isYoung: boolean) =>
    sent2(staff, {
      patientID,
      ...ANSWERED,
      ...family2({ basis: 'COURT', parents: [aParent({ signs: false })], child: aChild() }),
      disagreement: { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS },
      ...(isYoung ? { capacity: completeCapacity() } : {}),
    }),
  CHILD: (patientID: string) =>
    sent2(staff, { patientID, ...ANSWERED, ...family2({ basis: 'CHILD', parents: [], child: anAbleChild({ signs: true }) }) }),
  FORM_1: (patientID: string) => sent(staff, { patientID, ...ANSWERED, child: anAbleChild() }),
};

const FORETOLD_16 = 'now 16. The young person is asked';
const GREEN = { light: 'GREEN', reason: 'Signed and sealed' };

test('the type of a form, altered beside what its signers were shown, changes no light', async () => {
  const version = await FORMS.PARENT(await bornAround(18, 0), true);
  await signAll(app, staff, version);
  await app.doJobs();
  const { version: ofCase } = (await staff.call('recordDetails', { id: version.recordID })).data.record;
  const listed = { date: dayIn(LISTED), theatre: null, listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID: version.recordID, version: ofCase, listed });
  const light = async () => {
    const rows = (await staff.call('patientListed', { startDate: dayIn(0), endDate: dayIn(LISTED) })).data;
    const row = rows.find(({ recordID }) => recordID === version.recordID);
    return [row?.light, row?.reason];
  };
  const before = await light();
  expect(before[0]).toBe('RED');
  const { db } = app.database;
  await db.updateTable('consents').set({ form_type: 'FORM_1' }).where('id', '=', version.consentID).execute();
  expect(await light()).toEqual(before);
});

test.each([
  ['PARENT', 16, 'AMBER', FORETOLD_16, 'Now 16: the young person is asked'],
  ['PARENT', 18, 'RED', 'an adult now. A parent’s consent does not hold', 'An adult now: a parent’s consent does not hold'],
  ['COURT', 18, 'AMBER', 'an adult now. Does the order still hold?', 'An adult now: does the order still hold?'],
  ['COURT', 16, 'GREEN', '', 'Signed and sealed'],
  ['CHILD', 16, 'GREEN', '', 'Signed and sealed. Given at 15, still holds'],
  ['FORM_1', 16, 'GREEN', '', 'Signed and sealed. Given at 15, still holds'],
] as const)(
  '%s before and after the birthday at %i, on the list, on its day and on the case’s own listing',
  async (of, years, light, foretold, onDay) => {
    const versions: { recordID: string; current: { light: string } }[] = [];
    for (const daysAfter of [1, 0, -1]) {
      const version = await FORMS[of](await bornAround(years, daysAfter), years === 18);
      await signAll(app, staff, version);
      await app.doJobs();
      const { version: ofCase } = (await staff.call('recordDetails', { id: version.recordID })).data.record;
      const listed = { date: dayIn(LISTED), theatre: null, listType: 'THEATRE' } as const;
      await staff.call('recordUpdate', { recordID: version.recordID, version: ofCase, listed });
      // A stale change is answered with the listing as tablets have it.
      const stale = await staff.refused('recordUpdate', { recordID: version.recordID, version: ofCase, listed: null });
      versions.push({ recordID: version.recordID, current: (stale.data as { current: { light: string } }).current });
    }
    const read = async () => (await staff.call('patientListed', { startDate: dayIn(0), endDate: dayIn(LISTED) })).data;
    const rows = await read();
    const rowsOf = (all: typeof rows) => versions.map(({ recordID }) => all.find((row) => row.recordID === recordID)!);
    const [before, birthday, after] = rowsOf(rows);
    expect(before).toMatchObject({ ...GREEN, onDay: GREEN });
    const now = light === 'GREEN' ? GREEN : { light, reason: `On 20 Aug: ${foretold}` };
    for (const row of [birthday, after]) expect(row).toMatchObject({ ...now, onDay: { light, reason: onDay } });
    expect(versions.map(({ current }) => current.light)).toEqual(['GREEN', light, light]);
    // On the day itself, and on the days before it, it is worked out anew; no job has run.
    const start = app.clock.now();
    app.clock.advance(LISTED * DAY);
    try {
      const today = (await (await signIn(app)).call('patientListed', { startDate: dayIn(0), endDate: dayIn(0) })).data;
      expect(rowsOf(today).map((row) => [row.light, row.reason])).toEqual([
        ['GREEN', 'Signed and sealed'],
        [light, onDay],
        [light, onDay],
      ]);
    } finally {
      app.clock.advance(start - app.clock.now());
    }
  },
);

test('an adult’s form and one that nobody has signed are as before', async () => {
  const { recordID } = await draft(staff);
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date: dayIn(1), theatre: null, listType: 'THEATRE' } });
  const rows = (await staff.call('patientListed', { startDate: dayIn(1), endDate: dayIn(1) })).data;
  expect(rows).toMatchObject([{ light: 'RED', reason: 'No consent yet', onDay: { reason: 'No consent yet' } }]);
});
