import { FORM_TYPES } from '#domain/forms/form-types.ts';
import type { Output } from '#contract/calls.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { handOver, inked, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { bloodAndStudents, FORMS_WITH_CHOICES } from '#tests/support/forms/forms-with-choices.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, pull, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Version = Output<'consentSend'>['data'];
type Answer = AdditionalChoice['answer'];

/** Everybody signs by calls alone, which show no page; the clinician first or last. */
async function signInOrder(version: Version, order: 'first' | 'last'): Promise<void> {
  const clinician = async () => staff.call('recordSign', typed(version));
  if (order === 'first') await clinician();
  for (const { role } of version.recipients.filter((each) => !isClinician(each.role))) {
    const holder = await handOver(app, staff, { consentID: version.consentID, role });
    await holder.call('recordSign', inked(holder.details));
  }
  if (order === 'last') await clinician();
  await app.doJobs();
}

const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);

async function listForToday({ recordID }: Version): Promise<void> {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date: today(), theatre: '1', listType: 'THEATRE' } });
}

async function rowOf({ recordID }: Version) {
  const { data } = await staff.call('patientListed', { startDate: today(), endDate: today() });
  const { light, reason, openPoints } = data.find((each) => each.recordID === recordID)!;
  return { light, reason, openPoints };
}

const versionOf = async ({ recordID, consentID }: Version) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;

/** The words of page 1 of the sealed form. */
async function firstPageOf({ consentID }: Version): Promise<string> {
  const first = onPdf(await staff.download(consentID), 'pdftotext', 'FILE', '-').split('\f')[0] ?? '';
  return first.replaceAll(/\s+/g, ' ');
}

/** The boxes of page 1 about what is open, without the sentence that each ends with. */
async function boxesOf(version: Version): Promise<string[]> {
  const found = (await firstPageOf(version)).matchAll(
    /((?:Wants to talk about|Not answered): .+?) Open when everybody had signed\. A later talk about it is in the record\./g,
  );
  return [...found].map(([, words = '']) => words);
}

const WISH = 'Wants to talk about: ';
const MISSING = 'Not answered: blood transfusion';
const STUDENTS = 'students watching or helping';

const ANSWERS: readonly (readonly [Answer, Answer, readonly string[]])[] = [
  ['ACCEPT', null, []],
  ['REFUSE', 'ACCEPT', []],
  ['DISCUSS', 'ACCEPT', [`${WISH}blood transfusion`]],
  ['ACCEPT', 'DISCUSS', [WISH + STUDENTS]],
  [null, 'DISCUSS', [WISH + STUDENTS, MISSING]],
  [null, null, [MISSING]],
];

test.each(
  FORM_TYPES.flatMap((form, at) =>
    ANSWERS.map(([blood, students, open], nth) => ({
      form,
      blood,
      students,
      open,
      order: (at + nth) % 2 ? ('first' as const) : ('last' as const),
    })),
  ),
)(
  '$form, blood $blood, students $students, the clinician $order: list, tablet, case and document leave the same open',
  async ({ form, blood, students, open, order }) => {
    const version = await FORMS_WITH_CHOICES[form](staff, bloodAndStudents(blood, students));
    await signInOrder(version, order);
    await listForToday(version);
    // Nobody is asked on Form 4: what has no answer there is nothing that the form shows.
    const shown = form === 'FORM_4' ? open.filter((each) => each !== MISSING) : open;
    const reason = shown.length === 0 ? 'Signed and sealed' : shown.join('. ');
    const light = shown.length === 0 ? 'GREEN' : 'AMBER';
    expect(await rowOf(version)).toEqual({ light, reason, openPoints: shown });
    expect(openPointsOnForm(await versionOf(version)).map(openPointWords)).toEqual(shown);
    const listing = (await pull(staff)).changes.find((each) => each.entity === 'listed' && each.id === version.recordID);
    expect(listing?.data).toMatchObject({ light, reason });
    expect(await boxesOf(version)).toEqual(shown);
  },
);

test('the clinician says of each wish to talk why it stays open, before or after the others have signed', async () => {
  for (const form of FORM_TYPES) {
    const version = await FORMS_WITH_CHOICES[form](staff, bloodAndStudents('DISCUSS', 'DISCUSS'));
    const reason = 'The ward talks with her tonight';
    const one = { openPoints: [{ choiceID: 'students', reason }] };
    for (const given of [{ openPoints: undefined }, { openPoints: [] }]) {
      const refused = await staff.refused('recordSign', typed(version, given));
      expect([refused.status, refused.code, refused.fields?.map(({ path }) => path)]).toEqual([
        409,
        'MOVE_REFUSED',
        ['openPoints.blood', 'openPoints.students'],
      ]);
    }
    const refused = await staff.refused('recordSign', typed(version, one));
    expect(refused.fields?.map(({ message }) => message)).toEqual([`${WISH}blood transfusion. Say why it stays open.`]);
    const strange = { openPoints: [...one.openPoints, { choiceID: 'blood', reason }, { choiceID: 'kidney', reason }] };
    expect((await staff.refused('recordSign', typed(version, strange))).code).toBe('INVALID');
    await staff.call('recordSign', typed(version, { openPoints: [...one.openPoints, { choiceID: 'blood', reason }] }));
    const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
    expect(timeline.findLast(({ type }) => type === 'SIGNED')?.detail['leftOpen']).toBe(
      `blood transfusion: ${reason}; ${STUDENTS}: ${reason}`,
    );
  }
});

test('the reason stands boxed on page 1; one who is not the clinician gives none', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  const reason = 'The ward talks with her tonight';
  const holder = await handOver(app, staff, { consentID: version.consentID });
  const openPoints = [{ choiceID: 'blood', reason }];
  expect((await holder.refused('recordSign', { ...inked(holder.details), openPoints })).code).toBe('INVALID');
  await holder.call('recordSign', inked(holder.details));
  await staff.call('recordSign', typed(version, { openPoints }));
  await app.doJobs();
  expect(await firstPageOf(version)).toContain(`blood transfusion: ${reason}`);
  expect(await faultsOf(version)).toEqual([]);
});

test('an answer that is missing refuses no signature; a signature that a tablet of before has queued is taken, and the light tells', async () => {
  const tablet = await registerTablet(staff);
  const queued = async (version: Version, given: object) => {
    const call = kept('recordSign', typed(version, given), { capturedAt: '2026-08-06T14:04:50.000Z' });
    return (await sendEnvelope(app, tablet, [call]))[0]!;
  };
  const missing = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents(null, null));
  await staff.call('recordSign', typed(missing, { openPoints: undefined }));
  const wish = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  // A tablet of today names what stays open, also where that is nothing.
  expect((await queued(wish, { openPoints: [] })).status).toBe(409);
  const { openPoints: _, ...before } = typed(wish);
  const taken = kept('recordSign', before, { capturedAt: '2026-08-06T14:04:50.000Z' });
  expect((await sendEnvelope(app, tablet, [taken]))[0]?.status).toBe(200);
  const holder = await handOver(app, staff, { consentID: wish.consentID });
  await holder.call('recordSign', inked(holder.details));
  await app.doJobs();
  await listForToday(wish);
  expect(await rowOf(wish)).toMatchObject({ light: 'AMBER', reason: `${WISH}blood transfusion` });
});

/** A sealed form, listed for today, on which two choices are open. */
async function openForm(): Promise<Version> {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents(null, 'DISCUSS'));
  await signInOrder(version, 'last');
  await listForToday(version);
  return version;
}

const talkOf = ({ consentID }: Version, choiceIDs: string[]) => ({ consentID, choiceIDs, outcome: 'She is content with it' });

test('a talk settles what it names, once, by whoever may, and the form stays as it was signed', async () => {
  const version = await openForm();
  const sealed = await staff.download(version.consentID);
  const key = crypto.randomUUID();
  const { cursor } = await pull(staff);
  const told = await staff.call('recordTalked', talkOf(version, ['students']), key);
  expect(told.data.talks).toMatchObject([{ choiceIDs: ['students'], outcome: 'She is content with it', name: 'Demo Clinician' }]);
  // Sent twice under one key, it is one.
  await staff.call('recordTalked', talkOf(version, ['students']), key);
  expect(await rowOf(version)).toEqual({ light: 'AMBER', reason: MISSING, openPoints: [MISSING] });
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  await nurse.call('recordTalked', talkOf(version, ['blood']));
  expect(await rowOf(version)).toEqual({ light: 'GREEN', reason: 'Signed and sealed', openPoints: [] });
  expect(openPointsOnForm(await versionOf(version))).toEqual([]);
  const { changes } = await pull(staff, cursor);
  expect(changes.some(({ entity, id }) => entity === 'consent' && id === version.consentID)).toBe(true);
  const { events, chain } = (await staff.call('recordTimeline', { id: version.recordID })).data;
  expect(
    events.filter(({ type }) => type === 'TALKED').map(({ actor, detail }) => [actor.name, detail['about'], detail['outcome']]),
  ).toEqual([
    ['Demo Clinician', STUDENTS, 'She is content with it'],
    ['Demo Nurse', 'blood transfusion', 'She is content with it'],
  ]);
  expect([chain.ok, await faultsOf(version)]).toEqual([true, []]);
  expect((await staff.download(version.consentID)).equals(sealed)).toBe(true);
  // A new version asks anew, and no talk about the old one is one about the new.
  const again = await staff.call('recordReopen', { id: version.recordID, reason: 'Another side' });
  expect(again.data.talks).toBeUndefined();
});

test('what is not open is refused, and so are others', async () => {
  const version = await openForm();
  for (const choiceIDs of [['kidney'], ['blood', 'blood']])
    expect((await staff.refused('recordTalked', talkOf(version, choiceIDs))).code).toBe('INVALID');
  await staff.call('recordTalked', talkOf(version, ['blood']));
  expect((await staff.refused('recordTalked', talkOf(version, ['blood']))).code).toBe('INVALID');
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  expect((await admin.refused('recordTalked', talkOf(version, ['students']))).code).toBe('FORBIDDEN');
  const out = await sent(staff, { additionalChoices: bloodAndStudents('DISCUSS', null) });
  expect((await staff.refused('recordTalked', talkOf(out, ['blood']))).code).toBe('MOVE_REFUSED');
  const done = await signed(app, staff, { additionalChoices: ANSWERED_CHOICES });
  expect((await staff.refused('recordTalked', talkOf(done, ['blood']))).code).toBe('INVALID');
  expect(await rowOf(version)).toMatchObject({ light: 'AMBER', reason: WISH + STUDENTS });
});

test('a talk that was written into the row, or changed there, is a fault', async () => {
  const version = await openForm();
  const talks = JSON.stringify([{ userID: 'a', name: 'b', at: '', day: '', choiceIDs: ['blood'], outcome: 'c' }]);
  await sql`update consents set talks = ${talks}::jsonb where id = ${version.consentID}`.execute(app.database.db);
  expect(await faultsOf(version)).toEqual(['TALK_CHANGED']);
});

async function faultsOf({ recordID }: Version) {
  return faultsOfCase(app, recordID);
}
