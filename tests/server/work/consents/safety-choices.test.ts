import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Input, Output } from '#contract/calls.ts';
import { CHOICES_MOST, STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { aPatient, draft, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { publishedProcedure } from '#tests/support/forms/procedures.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, pull, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';

const pork: ChoiceDetail = { id: 'pork', words: { ask: 'May we use pork?', REFUSE: 'NO PORK' }, isSafety: true };
const film: ChoiceDetail = { id: 'film', words: { ask: 'May we film?' } };

let staff: Caller & { token: string; deviceId: string };
let asks: string;
let template: string;
const app = useTestApp(async (opened) => {
  staff = await registerTablet(await signIn(opened));
  const people = { editor: await signIn(opened, 'bch@demo.nhs.uk'), publisher: await signIn(opened, 'admin@demo.nhs.uk') };
  asks = (await publishedProcedure(people, { procedureName: 'Demo with pork', choices: [pork, film] })).procedureID;
  const { data: usual } = (await staff.call('templatesGet', { search: 'FORM_1' })).data.records[0]!;
  const latex: ChoiceDetail = { id: 'latex', words: { ask: 'May we use latex?' }, isSafety: true };
  const made = { name: 'Demo with latex', formType: 'FORM_1' as const, data: usual, choices: [latex] };
  template = (await people.editor.call('templatesCreate', made)).data._id;
});

type Choices = Pick<Input<'consentCreate'>, 'additionalChoices' | 'choiceDetails'>;
const asked = (detail: ChoiceDetail): AdditionalChoice => ({ id: detail.id, title: detail.words.ask, answer: 'ACCEPT' });
const bloodSaid = { ...STARTER_CHOICES[0]!, answer: 'ACCEPT' as const };
const LATEX = { id: 'latex', title: 'May we use latex?', answer: 'ACCEPT' as const };
const latexDetail = { id: 'latex', words: { ask: LATEX.title }, isSafety: true };

/** The choices that a call leaves out of a form whose procedure and template ask pork and latex, and those that are open on it for that. */
const STRIPS: readonly (readonly [string, Choices, readonly string[]])[] = [
  ['nothing', { additionalChoices: [bloodSaid, asked(pork), LATEX], choiceDetails: [pork, latexDetail] }, []],
  ['blood', { additionalChoices: [asked(pork), LATEX], choiceDetails: [pork, latexDetail] }, ['blood']],
  ['what the procedure marks', { additionalChoices: [bloodSaid, LATEX], choiceDetails: [latexDetail] }, ['pork']],
  ['what the template marks', { additionalChoices: [bloodSaid, asked(pork)], choiceDetails: [pork] }, ['latex']],
  ['all', { additionalChoices: [] }, ['pork', 'latex', 'blood']],
  [
    'the mark',
    {
      additionalChoices: [bloodSaid, { ...asked(pork), answer: null }, LATEX],
      choiceDetails: [{ ...pork, isSafety: false }, latexDetail],
    },
    ['pork'],
  ],
];
const NAMES: Readonly<Record<string, string>> = { blood: 'blood transfusion', pork: pork.words.ask, latex: LATEX.title };
const wordsOf = (lead: string, ids: readonly string[]) => ids.map((id) => `${lead}: ${NAMES[id]}`).toSorted();

const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
type Version = Output<'consentSend'>['data'];

async function signed(version: Version): Promise<void> {
  await signAll(app, staff, version);
  await app.doJobs();
  const { version: at } = (await staff.call('recordDetails', { id: version.recordID })).data.record;
  const listed = { date: today(), theatre: '1', listType: 'THEATRE' as const };
  await staff.call('recordUpdate', { recordID: version.recordID, version: at, listed });
}

const consentOf = async ({ recordID, consentID }: Pick<Version, 'recordID' | 'consentID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;

/** A form at each place: the points, and whether it may begin. */
async function places(version: Version) {
  const { data } = await staff.call('patientListed', { startDate: today(), endDate: today() });
  const row = data.find(({ recordID }) => recordID === version.recordID)!;
  const { changes } = await pull(staff);
  const listing = changes.find((each) => each.entity === 'listed' && each.id === version.recordID)?.data;
  const copy = changes.find((each) => each.entity === 'consent' && each.id === version.consentID)?.data;
  const pages = onPdf(await staff.download(version.consentID), 'pdftotext', 'FILE', '-').replaceAll(/\s+/g, ' ');
  return {
    lights: [row.light, (listing as { light?: string } | undefined)?.light],
    list: (row.openPoints ?? []).toSorted(),
    case: openPointsOnForm(await consentOf(version))
      .map(openPointWords)
      .toSorted(),
    tablet: openPointsOnForm(copy as Version)
      .map(openPointWords)
      .toSorted(),
    pages,
  };
}

const given = (choices: Choices) => ({ ...choices, procedures: [{ procedureID: asks }], templateID: template });

test.each(STRIPS)(
  'a call that leaves out %s: the choice is put back, unanswered and marked, whichever call it is',
  async (_, choices, ids) => {
    const begun = await draft(staff, given(choices));
    const changed = await draft(staff, { ...given({}), additionalChoices: undefined });
    const { data } = await staff.call('consentUpdate', {
      consentID: changed.consentID,
      version: changed.version,
      ...choices,
    });
    for (const form of [begun.data, data]) {
      expect(form.additionalChoices.map(({ id }) => id)).toEqual(expect.arrayContaining(['blood', 'pork', 'latex']));
      expect(
        form.choiceDetails
          ?.filter(({ isSafety }) => isSafety)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(['latex', 'pork']);
    }
    const { consentID, version } = begun;
    const { data: out } = await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
    expect(out).not.toHaveProperty('safetyNotShown');
    await signed(out);
    const { lights, list, case: onCase, tablet } = await places(out);
    const open = wordsOf('Not answered', ids);
    expect({ lights, list, onCase, tablet }).toEqual({
      lights: ids.length === 0 ? ['GREEN', 'GREEN'] : ['AMBER', 'AMBER'],
      list: open,
      onCase: open,
      tablet: open,
    });
  },
);

test.each(STRIPS)(
  'a form of a tablet that leaves out %s is taken as it was shown, and nothing is green before a talk',
  async (_, choices, ids) => {
    const out = await sentFromTablet(choices);
    const sentChoices = choices.additionalChoices ?? [];
    expect(out.additionalChoices).toEqual(sentChoices);
    await signed(out);
    const absent = ids.filter((id) => !sentChoices.some((each) => each.id === id));
    const open = [
      ...wordsOf('Not asked', absent),
      ...wordsOf(
        'Not answered',
        ids.filter((id) => !absent.includes(id)),
      ),
    ].toSorted();
    const { lights, list, case: onCase, tablet, pages } = await places(out);
    const light = ids.length === 0 ? 'GREEN' : 'AMBER';
    expect({ lights, list, onCase, tablet }).toEqual({ lights: [light, light], list: open, onCase: open, tablet: open });
    for (const id of absent) expect(pages).toContain(NAMES[id]);
    if (absent.length > 0) expect(pages).toContain('Not asked: ');
    if (ids.length === 0) return;
    await staff.call('recordTalked', { consentID: out.consentID, choiceIDs: [...ids], outcome: 'They agree' });
    expect((await places(out)).lights).toEqual(['GREEN', 'GREEN']);
    // Consent again asks it.
    const again = await staff.call('recordReconsent', { id: out.recordID, reason: 'Something changed' });
    expect(again.data.additionalChoices.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  },
);

test('a form that is full without blood is opened anew, and whoever completes it leaves one out', async () => {
  const full = Array.from({ length: CHOICES_MOST - 2 }, (_, nth) => ({
    id: `own-${nth}`,
    title: `Own ${nth}`,
    answer: 'ACCEPT' as const,
  }));
  const out = await sentFromTablet({ additionalChoices: [...full, asked(pork), LATEX], choiceDetails: [pork, latexDetail] });
  const opened = await staff.call('recordReopen', { id: out.recordID, reason: 'Blood was not asked' });
  const { consentID, version, additionalChoices } = opened.data;
  expect(additionalChoices.map(({ id }) => id)).toContain('blood');
  expect(additionalChoices).toHaveLength(CHOICES_MOST + 1);
  const without = additionalChoices.filter(({ id }) => id !== 'own-0');
  const saved = await staff.call('consentUpdate', { consentID, version, additionalChoices: without });
  expect(saved.data.additionalChoices).toHaveLength(CHOICES_MOST);
});

test('a form that was pinned before anybody compared keeps the light that it has', async () => {
  const out = await sentFromTablet({ additionalChoices: [] });
  await sql`update consents set content = content - 'safetyNotShown' where id = ${out.consentID}`.execute(app.database.db);
  await signed(out);
  expect(await places(out)).toMatchObject({ lights: ['GREEN', 'GREEN'], list: [], case: [], tablet: [] });
});

/** A form that a tablet pinned and queued, with these choices. */
async function sentFromTablet(choices: Choices): Promise<Version> {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const ids = { consentID: randomUUID(), recordID: randomUUID() };
  const form = { patientID: patient.id, formType: 'FORM_1', interpreterNeeded: false } as const;
  const clinicianStatement = { discussed: true, capacity: true, note: '' };
  const begin = kept('consentCreate', { ...ids, ...form, ...given(choices), clinicianStatement }, captured());
  expect((await sendEnvelope(app, staff, [begin]))[0]).toMatchObject({ status: 200 });
  const { version, additionalChoices } = await consentOf(ids);
  expect(additionalChoices).toEqual(choices.additionalChoices);
  const { consentID } = ids;
  const send = kept('consentSend', { consentID, version, channel: 'DEVICE', templateVersion: 1, shownVersion: 4 }, captured());
  expect((await sendEnvelope(app, staff, [send]))[0]).toMatchObject({ status: 200 });
  return consentOf(ids);
}

const captured = () => ({ capturedAt: new Date(app.clock.now()).toISOString() });
