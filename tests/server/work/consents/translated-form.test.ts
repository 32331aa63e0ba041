import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { Input } from '#contract/calls.ts';
import { contentDigest, type FullShownContent, type ShownContent } from '#domain/consents/digest.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { saveCatalog } from '#store/db/catalog.ts';
import { readPinned } from '#store/entities/pinned.ts';
import { saveLibraryEntries } from '#store/entities/library.ts';
import { saveProfile } from '#store/session/profile.ts';
import { outboxItems } from '#store/outbox/list.ts';
import type { Store } from '#store/session/store.ts';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import { sha256Hex } from '#server/sha256.ts';
import { createConsent, createPatient, saveDraft, sendConsent } from '#tests/store/app-calls.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld, type World } from '#tests/store/world.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import {
  aPatient,
  draft,
  handOver,
  inked,
  procedureId,
  sent,
  signIn,
  templateId,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { publish } from '#tests/support/forms/procedures.ts';
import { demoTexts, translatedProcedure, translatedTemplate, withTranslations } from '#tests/support/forms/translations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let staff: Caller & { token: string };
let cataract: Procedure;
let template: Template;
let templates: Template[];

beforeAll(async () => {
  app = await openTestApp();
  app.deps.settings.patientLanguages = ['cy'];
  staff = await signIn(app);
  const editor = await signIn(app, 'bch@demo.nhs.uk');
  const publisher = await signIn(app, 'admin@demo.nhs.uk');
  const before = (await staff.call('procedureGetDetails', { id: await procedureId(staff) })).data;
  const { procedureID, version, revision } = before;
  const translations = [translatedProcedure('cy', before)];
  const written = await editor.call('procedureUpdate', {
    procedureID,
    version,
    revision,
    translations,
    reviewDate: '2027-08-06',
    owner: 'Demo lead',
  });
  cataract = await publish({ editor, publisher }, written.data);
  const id = await templateId(staff);
  const found = (await staff.call('templatesGet', { limit: 100 })).data.records.find(({ _id }) => _id === id)!;
  template = (await staff.call('templatesUpdate', withTranslations(found, [translatedTemplate('cy', found.data)]))).data;
  templates = (await staff.call('templatesGet', { limit: 100 })).data.records;
});
afterAll(() => app.close());

const patientWho = async (language: string) =>
  (await staff.call('patientCreate', aPatient({ communication: { language } }))).data.patient.id;

test('a form of a patient who reads Welsh is pinned with the translation and the meanings; signers are shown it, and the digest covers it', async () => {
  const form = await sent(staff, { patientID: await patientWho('cy') });
  expect(form.shown).toMatchObject({
    shownVersion: 4,
    translation: { language: 'cy', reviewed: false, template: template.translations![0]!.data },
  });
  const { translation, statements } = form.shown as unknown as FullShownContent;
  const meanings = pinnedMeanings(form.shown as unknown as FullShownContent, 'cy')!;
  expect(meanings(statements[0]!.text)).toMatch(/^Rwy’n cytuno i gael/);
  expect(translation!.texts).toEqual(expect.arrayContaining(demoTexts('cy', { ...cataract, risks: [] }).slice(0, 2)));
  const ticket = await handOver(app, staff, form);
  expect(await contentDigest(ticket.details.shown as ShownContent, sha256Hex)).toBe(form.contentDigest);
  const answered = await ticket.call('recordAnswers', { consentID: form.consentID, mattersToMe: 'My garden' });
  expect(answered.message).not.toBe('');
  const { data } = await ticket.call('consentDetailsByToken', { token: ticket.token });
  if (!('shown' in data)) throw new Error('The ticket is of no form');
  expect((data.shown as unknown as FullShownContent).translation).toEqual(translation);
  // Answers are pinned anew, and nothing else.
  expect(data.shown).toEqual({ ...form.shown, answers: expect.objectContaining({ mattersToMe: 'My garden' }) as unknown });
  await ticket.call('recordSign', inked(data));
});

test('a patient who reads English, and one whose language is off, have the form in English, in the shape of before', async () => {
  for (const language of ['en', 'ar', 'pl']) {
    const form = await sent(staff, { patientID: await patientWho(language) });
    expect(form.shown, language).toBeNull();
  }
});

test('without one translated text, the meanings alone of what is signed are pinned: by a tablet without a network too', async () => {
  app.deps.settings.patientLanguages = ['cy', 'ar'];
  const form = await sent(staff, { patientID: await patientWho('ar') });
  const { here, there } = await pinnedOn(await tablet(), undefined, {}, 'ar');
  app.deps.settings.patientLanguages = ['cy'];
  const alone = { language: 'ar', reviewed: false, texts: [], template: null };
  for (const { shown } of [form, here, there]) expect(shown).toMatchObject({ shownVersion: 4, translation: alone });
  expect(there.shown).toEqual(here.shown);
  expect(there.contentDigest).toBe(here.contentDigest);
  const ticket = await handOver(app, staff, form);
  expect(await contentDigest(ticket.details.shown as ShownContent, sha256Hex)).toBe(form.contentDigest);
  await ticket.call('recordSign', inked(ticket.details));
});

test('a risk that the clinician worded anew stays in English', async () => {
  const [first, ...rest] = cataract.risks;
  const risks = [{ ...first!, text: 'More often in your eye.' }, ...rest];
  const { patientID } = { patientID: await patientWho('cy') };
  const form = await sent(staff, {
    patientID,
    procedures: [{ procedureID: cataract.procedureID, libraryVersion: cataract.version, side: 'RIGHT', risks }],
  });
  const english = (form.shown as unknown as FullShownContent).translation!.texts.map((each) => each.english);
  expect(english).toContain(first!.name);
  expect(english).not.toContain('More often in your eye.');
});

type Tablet = { world: World; store: Store; session: string };

/** A tablet that has fetched the library, and has no network. */
async function tablet({
  procedure = cataract,
  of = templates,
}: { procedure?: Procedure; of?: Template[] } = {}): Promise<Tablet> {
  const world = openWorld();
  world.clock.now = TEST_NOW;
  const { token: session, ...caller } = await signIn(app);
  const { user } = await caller.call('userMe', {});
  const deviceId = randomUUID();
  const { share } = await caller.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const organisationId = user.organisation[0]!._id;
  const person = demoPerson({ userId: user._id, email: user.email, organisationId, share });
  const store = { ...(await openDemoStore(world, person)), deviceId };
  await saveProfile(store, user);
  await saveCatalog(store.device, { subject: 'procedures', organisationId }, { value: [procedure], at: TEST_NOW });
  await saveCatalog(store.device, { subject: 'templates', organisationId }, { value: of, at: TEST_NOW });
  return { world, store, session };
}

async function pinnedOn(
  { world, store, session }: Tablet,
  meanwhile: () => Promise<void> = async () => undefined,
  fields: Pick<Input<'consentUpdate'>, 'additionalChoices' | 'choiceDetails'> = {},
  language = 'cy',
) {
  const patientID = await createPatient(store, {
    firstName: 'Amber',
    lastName: `Demo-${randomUUID().slice(0, 8)}`,
    dateOfBirth: '1950-03-14',
    communication: { language },
  });
  const { consentID, recordID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  // A copy of an earlier build says nothing of sections.
  const chosen = { procedureID: cataract.procedureID, libraryVersion: cataract.version, side: 'RIGHT' as const, sections: [] };
  await saveLibraryEntries(store, [chosen]);
  await saveDraft(store, consentID, {
    templateID: template._id,
    procedures: [chosen],
    interpreterNeeded: false,
    clinicianStatement: { discussed: true, capacity: true },
    ...fields,
  });
  await sendConsent(store, consentID);
  const here = (await readPinned(store, consentID))!;
  await meanwhile();
  const sender = await senderOf(store, { network: () => app.wire().fetch });
  sender.session = session;
  await sender.drain(world.clock);
  expect(await outboxItems(store.db)).toEqual([]);
  const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
  store.db.close();
  return { here, there: consents[0]! };
}

test('a tablet without a network pins the translation that the server pins', async () => {
  const { here, there } = await pinnedOn(await tablet());
  expect(here.shown).toMatchObject({ shownVersion: 4, translation: { language: 'cy' } });
  expect((here.shown as unknown as FullShownContent).meanings!.length).toBeGreaterThan(10);
  expect(there.shown).toEqual(here.shown);
  expect(there.contentDigest).toBe(here.contentDigest);
});

test('a tablet without a network pins the details of choices that the server pins, with and without a translation', async () => {
  const fields = {
    additionalChoices: [
      { id: 'pork', title: 'Pork products?' },
      { id: 'latex', title: 'Latex?' },
    ],
    // One with details and one without; those of no choice are pinned by neither.
    choiceDetails: [
      { id: 'pork', words: { ask: 'Pork products?', REFUSE: 'NO PORK' } },
      { id: 'gone', words: { ask: 'Gone?' } },
    ],
  };
  for (const [copies, language] of [
    [{}, 'cy'],
    [{ of: templates.map(({ translations: _t, ...each }) => each) }, null],
  ] as const) {
    const { here, there } = await pinnedOn(await tablet(copies), undefined, fields);
    const words = { ask: 'Pork products?', ACCEPT: null, REFUSE: 'NO PORK', DISCUSS: null, NONE: null };
    expect(here.shown).toMatchObject({ shownVersion: 4, choiceDetails: [{ id: 'pork', words, isSafety: false }] });
    expect((here.shown as unknown as FullShownContent).translation?.language ?? null).toBe(language);
    expect(there.shown).toEqual(here.shown);
    expect(there.contentDigest).toBe(here.contentDigest);
  }
});

test('what is switched off or edited in between changes nothing of what a tablet pinned', async () => {
  const { here, there } = await pinnedOn(await tablet(), async () => {
    app.deps.settings.patientLanguages = [];
    const whole = translatedTemplate('cy', template.data);
    const other = { ...whole, data: [{ type: 'paragraph' as const, children: [{ text: 'Testun newydd' }] }, ...whole.data] };
    await staff.call('templatesUpdate', withTranslations(template, [other]));
  });
  app.deps.settings.patientLanguages = ['cy'];
  expect(here.shown).toMatchObject({ shownVersion: 4 });
  expect(there.contentDigest).toBe(here.contentDigest);
});

test('a tablet with a copy of an earlier build shows English alone, and the server pins no more than it showed', async () => {
  const { translations: _p, ...procedure } = cataract;
  const of = templates.map(({ translations: _t, ...each }) => each);
  for (const copies of [{ procedure, of }, { procedure }, { of }]) {
    const { here, there } = await pinnedOn(await tablet(copies));
    expect(here.shown).toBeNull();
    expect(there.contentDigest).toBe(here.contentDigest);
  }
});

test('a tablet of an earlier build, which knows no translation, is not given one', async () => {
  const { consentID, version, data } = await draft(staff, { patientID: await patientWho('cy') });
  const templateVersion = data.templateVersion!;
  const { data: before } = await staff.call('consentSend', {
    consentID,
    version,
    channel: 'DEVICE',
    templateVersion,
    shownVersion: 2,
  });
  expect(before.shown).toBeNull();
});

test('a tablet of a build before meanings has pinned the translation alone, and the server pins no more', async () => {
  for (const [translation, shown] of [
    ['cy', { shownVersion: 3 }],
    [null, null],
  ] as const) {
    const { consentID, version, data } = await draft(staff, { patientID: await patientWho('cy') });
    const before = { consentID, version, channel: 'DEVICE', templateVersion: data.templateVersion!, shownVersion: 5 } as const;
    const form = (await staff.call('consentSend', { ...before, translation })).data;
    if (shown === null) expect(form.shown).toBeNull();
    else expect(form.shown).toMatchObject(shown);
    expect(form.shown ?? {}).not.toHaveProperty('meanings');
  }
});
