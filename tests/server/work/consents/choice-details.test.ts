import type { Output } from '#contract/calls.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { STARTER_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';
import { contentDigest, type ShownContent } from '#domain/consents/digest.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { sha256Hex } from '#server/sha256.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { draft, handOver, inked, sent, signIn, templateId, typed, type Caller } from '#tests/support/forms/builders.ts';
import { sent2 } from '#tests/support/forms/form-2.ts';
import { formFourDraft } from '#tests/support/forms/form-4.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Version = Output<'consentSend'>['data'];
type Answer = AdditionalChoice['answer'];
type Chosen = { additionalChoices: AdditionalChoice[]; choiceDetails?: ChoiceDetail[] };

const FORMS: Readonly<Record<string, (chosen: Chosen) => Promise<Version>>> = {
  FORM_1: async (chosen) => sent(staff, chosen),
  FORM_2: async (chosen) => sent2(staff, chosen),
  FORM_3: async (chosen) => sent(staff, { formType: 'FORM_3', templateID: await templateId(staff, 'FORM_3'), ...chosen }),
  FORM_4: async (chosen) => {
    const { consentID, version } = await formFourDraft(staff, chosen);
    return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
  },
};

const WORDS = {
  ACCEPT: 'Pork products may be used',
  REFUSE: 'NO PORK PRODUCTS',
  DISCUSS: 'WANTS TO TALK ABOUT PORK',
  NONE: 'PORK PRODUCTS: NOT ASKED',
};
const pork = (answer: Answer): AdditionalChoice => ({ id: 'pork', title: 'No pork products', answer });
const porkDetail = (change: Partial<ChoiceDetail> = {}): ChoiceDetail => ({
  id: 'pork',
  words: { ask: 'No pork products', ...WORDS },
  isSafety: true,
  ...change,
});
const blood = { ...STARTER_CHOICES.find(({ id }) => id === 'blood')!, answer: 'ACCEPT' as const };
const withPork = (answer: Answer): Chosen => ({ additionalChoices: [blood, pork(answer)], choiceDetails: [porkDetail()] });

async function signedByAll(version: Version): Promise<void> {
  for (const { role } of version.recipients.filter((each) => !isClinician(each.role))) {
    const holder = await handOver(app, staff, { consentID: version.consentID, role });
    await holder.call('recordSign', inked(holder.details));
  }
  const open = openPointsOnForm(version).flatMap(({ id, kind }) =>
    kind === 'discuss' ? [{ choiceID: id, reason: 'Later' }] : [],
  );
  await staff.call('recordSign', { ...typed(version), ...(open.length === 0 ? {} : { openPoints: open }) });
  await app.doJobs();
}

const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);

async function rowOf({ recordID }: Version) {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date: today(), theatre: '1', listType: 'THEATRE' } });
  const { data } = await staff.call('patientListed', { startDate: today(), endDate: today() });
  const { light, openPoints, refusals } = data.find((each) => each.recordID === recordID)!;
  return { light, openPoints, refusals };
}

const versionOf = async ({ recordID, consentID }: Version) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;

const linesOf = async ({ consentID }: Version) => onPdf(await staff.download(consentID), 'pdftotext', 'FILE', '-');

const ANSWERS: readonly Answer[] = ['ACCEPT', 'REFUSE', 'DISCUSS', null];

test.each(Object.keys(FORMS).flatMap((form) => ANSWERS.map((answer) => ({ form, answer }))))(
  '$form, an own choice of safety answered $answer: list, tablet, case and document say its own words alone',
  async ({ form, answer }) => {
    const version = await FORMS[form]!(withPork(answer));
    await signedByAll(version);
    // Nobody is asked on Form 4: what has no answer there is nothing that the form shows.
    const isOpen = answer === 'DISCUSS' || (answer === null && form !== 'FORM_4');
    const open = isOpen ? [WORDS[answer ?? 'NONE']] : [];
    const light = isOpen ? 'AMBER' : 'GREEN';
    const refusals = answer === 'REFUSE' ? [WORDS.REFUSE] : [];
    expect(await rowOf(version)).toEqual({ light, openPoints: open, refusals });
    expect(openPointsOnForm(await versionOf(version)).map(openPointWords)).toEqual(open);
    const listing = (await pull(staff)).changes.find((each) => each.entity === 'listed' && each.id === version.recordID);
    expect(listing?.data).toMatchObject({ light });
    const pages = (await linesOf(version)).split('\f');
    expect(pages[0]!.includes(WORDS.REFUSE)).toBe(answer === 'REFUSE');
    if (isOpen) expect(pages[0]).toContain(open[0]);
    if (answer !== null || form !== 'FORM_4') expect(pages.join('')).toContain(WORDS[answer ?? 'NONE']);
  },
);

const MEMBERS_OF_VERSION_4 =
  'answers capacity choiceDetails family formType interpreting meanings media oldProcedures patient procedures recipients shownVersion statements template translation'.split(
    ' ',
  );

test('details are pinned in a shape that is whole, and digested; a form without them is pinned as before', async () => {
  const version = await sent(staff, withPork(null));
  const shown = version.shown as Record<string, unknown>;
  expect(Object.keys(shown).toSorted()).toEqual(MEMBERS_OF_VERSION_4);
  expect(shown).toMatchObject({
    shownVersion: 4,
    translation: null,
    meanings: null,
    media: null,
    procedures: [{ ifNothing: null }],
    choiceDetails: [{ id: 'pork', words: { ask: 'No pork products', ...WORDS }, isSafety: true }],
    answers: { additionalChoices: [{ id: 'blood' }, { id: 'pork', title: 'No pork products', answer: null }] },
  });
  const pinned = version.shown as ShownContent;
  expect(await contentDigest(pinned, sha256Hex)).toBe(version.contentDigest);
  expect(await contentDigest({ ...pinned, choiceDetails: null } as ShownContent, sha256Hex)).not.toBe(version.contentDigest);
  const { consentID } = version;
  const patient = await handOver(app, staff, { consentID });
  expect(patient.details.shown).toEqual(version.shown);
  expect(patient.details.consent).not.toHaveProperty('choiceDetails');
  const { data } = await patient.call('recordAnswers', { consentID, additionalChoices: [blood, pork('REFUSE')] });
  expect(data.contentDigest).not.toBe(version.contentDigest);
  const after = await versionOf(version);
  expect(after.shown).toMatchObject({
    choiceDetails: shown['choiceDetails'],
    answers: { additionalChoices: [blood, pork('REFUSE')] },
  });
  const faults = async () => faultsOfCase(app, version.recordID);
  expect(await faults()).toEqual([]);
  // The words beside the pinned form must say the same.
  await sql`update consents set content = jsonb_set(content, '{choiceDetails,0,words,REFUSE}', '"YES"') where id = ${consentID}`.execute(
    app.database.db,
  );
  expect(await faults()).toEqual(['CONTENT_CHANGED']);
  const plain = await sent(staff, { additionalChoices: [blood, pork(null)] });
  expect(plain.shown).toBeNull();
  expect(plain).not.toHaveProperty('choiceDetails');
  const marked = await sent2(staff, { additionalChoices: [blood, pork(null)] });
  expect(marked.shown).toMatchObject({ shownVersion: 2 });
  expect(marked.shown).not.toHaveProperty('choiceDetails');
});

test('a tablet of a build before pins the form without details, and the mark of safety counts all the same', async () => {
  const { consentID, version, data } = await draft(staff, withPork(null));
  const shownVersion = 4;
  const sending = { consentID, version, channel: 'DEVICE', templateVersion: data.templateVersion!, shownVersion } as const;
  const { data: form } = await staff.call('consentSend', sending);
  expect(form.shown).toBeNull();
  await signedByAll(form);
  expect(await rowOf(form)).toMatchObject({ light: 'AMBER', openPoints: [WORDS.NONE] });
  expect((await linesOf(form)).split('\f')[0]).toContain(WORDS.NONE);
});

test('details stay with their choice where a caller knows none, and go with it or when they are taken away', async () => {
  const start = await draft(staff, withPork(null));
  const { consentID } = start;
  let { version } = start;
  const update = async (fields: Partial<Chosen>) => {
    const { data } = await staff.call('consentUpdate', { consentID, version, ...fields });
    ({ version } = data);
    return data.choiceDetails;
  };
  expect(await update({ additionalChoices: [pork('REFUSE'), blood] })).toEqual([porkDetail()]);
  expect(await update({ additionalChoices: [{ ...pork(null), title: 'Pork products?' }] })).toBeUndefined();
  expect(await update({ additionalChoices: [pork(null)], choiceDetails: [porkDetail(), porkDetail({ id: 'latex' })] })).toEqual([
    porkDetail(),
  ]);
  expect(await update({ choiceDetails: [] })).toBeUndefined();
  const { content } = await app.database.db
    .selectFrom('consents')
    .select('content')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  expect(content).not.toHaveProperty('choiceDetails');
});
