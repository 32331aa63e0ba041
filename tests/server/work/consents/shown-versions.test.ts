import type { Consent } from '#contract/shapes/record-shapes.ts';
import { contentDigest, UnknownShownVersion, type ShownContent } from '#domain/consents/digest.ts';
import { shownOf } from '#domain/consents/shown.ts';
import { statementsOf } from '#domain/consents/statements.ts';
import { sha256Hex } from '#server/sha256.ts';
import { aPatient, draft, handOver, inked, sent, signIn, typed } from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, ABLE_CHILD_BORN, anAbleChild, draft2, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const app = useTestApp();

/** A record as a build before version 2 pinned it, and the digest that it printed. */
const PINNED_BEFORE: ShownContent = {
  formType: 'FORM_1',
  template: {
    templateID: '018f0000-0000-7000-8000-000000000001',
    templateVersion: 3,
    nodes: [
      { type: 'paragraph', children: [{ text: 'What we do' }] },
      { type: 'consent-patient', children: [{ text: '' }] },
    ],
  },
  procedures: [
    {
      procedureID: '018f0000-0000-7000-8000-000000000002',
      libraryVersion: 2,
      procedureName: 'Cataract surgery with lens implant',
      procedureDescription: 'The cloudy lens is taken out.',
      procedureAcronym: '',
      sideRequired: true,
      side: 'RIGHT',
      site: 'eye',
      benefits: [{ text: 'Clearer sight', source: null, year: null }],
      risks: [
        {
          name: 'Infection',
          text: 'An infection in the eye',
          frequency: { num: 1, den: 1000 },
          source: 'Demo source',
          year: 2024,
          population: 'Adults',
          core: true,
        },
      ],
      removedRisks: [],
      alternatives: ['No treatment'],
      personalRisks: [],
      anaesthetic: ['LOCAL'],
    },
  ],
  answers: {
    mattersToMe: 'My garden',
    additionalChoices: [
      { id: 'blood', title: 'Blood transfusion, if it is needed to save your life or health', answer: 'ACCEPT' },
    ],
    refusals: [],
  },
  interpreting: {
    interpreter: {
      name: 'Demo Interpreter',
      emailAddress: null,
      phone: null,
      language: 'Polish',
      agencyId: 'D-1',
      mode: 'IN_PERSON',
      statement: '',
      relation: null,
      relationReason: '',
      signsHere: true,
    },
    interpreterNeeded: true,
    interpreterNoneReason: '',
  },
  patient: { firstName: 'Zoë', lastName: 'Demo-Old', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: 'D 1234' },
  recipients: [
    { role: 'PATIENT', name: 'Zoë Demo-Old', order: 1 },
    { role: 'CLINICIAN', name: 'Demo Clinician', order: 2 },
    { role: 'INTERPRETER', name: 'Demo Interpreter', order: 3 },
  ],
};
const DIGEST_BEFORE = 'ae3d37a2870033cc401bf4bf3cf84fa30f354d5401488205938d117a806d1a70';

test('a record that was pinned before there were versions keeps its digest and its sentences', async () => {
  expect(await contentDigest(PINNED_BEFORE, sha256Hex)).toBe(DIGEST_BEFORE);
  const read = JSON.parse(JSON.stringify(PINNED_BEFORE)) as ShownContent;
  expect(await contentDigest(read, sha256Hex)).toBe(DIGEST_BEFORE);
  expect(statementsOf(PINNED_BEFORE).INTERPRETER).toBe(
    'I have interpreted what was said and written about: Cataract surgery with lens implant, RIGHT eye, to Zoë Demo-Old in Polish, to the best of my ability and in a way that I believe was understood.',
  );
});

const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true, phone: '01632 960555' };

test('a form without an interpreter is pinned as before; with one, by a tablet of a build before, as well', async () => {
  const staff = await signIn(app);
  const plain = await sent(staff);
  const byNow = await sent(staff, { interpreterNeeded: true, interpreter });
  expect([plain.shown, byNow.shown?.shownVersion]).toEqual([null, 2]);
  const { consentID, version, data } = await draft(staff, { interpreterNeeded: true, interpreter });
  const templateVersion = data.templateVersion!;
  const { data: before } = await staff.call('consentSend', { consentID, version, channel: 'DEVICE', templateVersion });
  expect(before.shown).toBeNull();
  const noteOf = ({ Timeline }: typeof plain) => Timeline.find(({ type }) => type === 'CONSENT_SENT')?.detail['note'];
  expect([plain, byNow, before].map(noteOf)).toEqual([
    undefined,
    undefined,
    'Made ready for signing on a tablet with an older version of this app',
  ]);
  for (const each of [plain, before]) {
    const shown = shownOf({ consent: each, patient: each.shownPatient!, recipients: each.recipients });
    expect(await contentDigest(shown, sha256Hex)).toBe(each.contentDigest);
  }
  const { pinned } = await app.database.db
    .selectFrom('consents')
    .select('pinned')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  expect(Object.keys(pinned ?? {}).toSorted()).toEqual(Object.keys(PINNED_BEFORE).toSorted());
  const third = await handOver(app, staff, { consentID, role: 'INTERPRETER' });
  const asPatient = await handOver(app, staff, { consentID: byNow.consentID });
  expect([byNow.interpreter?.phone, asPatient.details.consent.interpreter?.phone]).toEqual([interpreter.phone, null]);
  expect(third.details.statement).toMatch(/^I have interpreted what was said and written about/);
  await third.call('recordSign', inked(third.details));
});

test('a form with a family’s part is never pinned without it', async () => {
  const staff = await signIn(app);
  const { consentID, version, data } = await draft2(staff);
  const templateVersion = data.templateVersion!;
  const { data: pinned } = await staff.call('consentSend', { consentID, version, channel: 'DEVICE', templateVersion });
  expect(pinned.shown).toMatchObject({ shownVersion: 2, family: { basis: 'PARENT' } });
});

test('a ticket carries of the family what its digest covers, once, and nothing that staff alone read', async () => {
  const staff = await signIn(app);
  const emailAddress = 'father@example.org';
  const parents = [aParent({ note: 'Asked on the ward' }), anotherParent({ emailAddress })];
  const child = { ...anAbleChild({ signs: true, note: 'Likes to know' }) };
  const form = await sent2(staff, { parents, child });
  for (const { role, signing_order } of form.recipients.filter((each) => each.role !== 'CLINICIAN')) {
    const { details } = await signerAt(app, staff, form, [role, signing_order]);
    const { shown, ...beside } = details;
    // The page verifies it: without the family it would be another record.
    expect(await contentDigest(shown as ShownContent, sha256Hex)).toBe(details.contentDigest);
    expect(await contentDigest({ ...shown, family: null } as ShownContent, sha256Hex)).not.toBe(details.contentDigest);
    for (const fact of ['Asked on the ward', 'Likes to know', 'MOTHER', 'gillick":{', parents[0]!.id]) {
      expect(JSON.stringify(shown), fact).toContain(fact);
      expect(JSON.stringify(beside), fact).not.toContain(fact);
    }
    expect(JSON.stringify(details).includes(emailAddress), role).toBe(signing_order === 2);
    // A page names none of these, and the answer holds nothing of them all the same.
    const told: Partial<Consent> = details.consent;
    const { basis, parents: adults, lookedAfter, needsAllAdults, disagreement, child: answer, capacity } = told;
    expect([basis, adults, lookedAfter, needsAllAdults, disagreement, answer, capacity]).toEqual([
      null,
      [],
      null,
      false,
      null,
      null,
      null,
    ]);
    const { confirmation, voidKind, shownPatient, shown: record, signatures } = told;
    expect([confirmation, voidKind, shownPatient, record, signatures]).toEqual([null, null, null, null, []]);
  }
});

test('what was written of a family while it was another form is shown to nobody, and a child who decides alone has the own part', async () => {
  const staff = await signIn(app);
  const left = family2({ parents: [aParent()], child: anAbleChild() });
  const adult = await sent(staff, left);
  expect(adult.shown).toBeNull();
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth: ABLE_CHILD_BORN }))).data;
  const child = await sent(staff, { ...left, patientID: patient.id });
  expect(child.shown).toMatchObject({
    shownVersion: 2,
    family: { basis: null, parents: [], lookedAfter: null, child: { agreement: 'AGREES', gillick: { able: true } } },
  });
});

test('a record of a later build is read by nobody as one of before, and found by the check', async () => {
  const staff = await signIn(app);
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await sql`update consents set pinned = jsonb_set(pinned, '{shownVersion}', '5') where id = ${version.consentID}`.execute(
    app.database.db,
  );
  // No type has this version.
  await expect(contentDigest({ ...PINNED_BEFORE, shownVersion: 5 } as unknown as ShownContent, sha256Hex)).rejects.toThrow(
    UnknownShownVersion,
  );
  const { consents } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect([consents[0]?.shown?.shownVersion, consents[0]?.statements]).toEqual([5, {}]);
  expect((await patient.refused('consentDetailsByToken', { token: patient.token })).code).toBe('MOVE_REFUSED');
  const { consentID } = version;
  expect((await patient.refused('recordAnswers', { consentID, mattersToMe: 'My garden' })).code).toBe('MOVE_REFUSED');
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('SIGNED_CONTENT_MISMATCH');
  expect((await staff.refused('recordSign', typed(version))).code).toBe('SIGNED_CONTENT_MISMATCH');
  expect(await faultsOfCase(app, version.recordID)).toEqual(['CONTENT_CHANGED']);
  expect((await staff.call('recordTimeline', { id: version.recordID })).data.chain.ok).toBe(false);
});
