import type { Input } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { draft, procedureId, sent, signIn, templateId, testNhsNumber } from '#tests/support/forms/builders.ts';
import {
  ABLE_CHILD_BORN,
  allSign,
  anAbleChild,
  anotherParent,
  aParent,
  draft2,
  family2,
  sent2,
} from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion, formFourDraft } from '#tests/support/forms/form-4.ts';
import { publishedProcedure } from '#tests/support/forms/procedures.ts';
import { addSection } from '#tests/support/forms/sections.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { importTwo } from './import-two.ts';
import { caseMaker, type CaseMaker, type Staff } from './case-maker.ts';
import { sentInWelsh } from './welsh-form.ts';

/** Four patients, and the id of one version of each kind by its name. */
export type RecordCases = {
  readonly staff: Staff;
  readonly adult: string;
  readonly child: string;
  readonly older: string;
  readonly welsh: string;
  readonly consents: Readonly<Record<string, string>>;
};

/** The patient's record asks for an interpreter: a form without one says why. */
const NO_INTERPRETER = { interpreterNoneReason: 'Speaks English well' };
const CHOICES = [
  { id: 'blood', title: 'May we give blood?', answer: 'REFUSE' as const },
  { id: 'photographs', title: 'May we take photographs?', answer: 'ACCEPT' as const },
  { id: 'students', title: 'May students watch?', answer: 'DISCUSS' as const },
  { id: 'tissue', title: 'May we use tissue?', answer: null },
];
const INTERPRETER = { name: 'Ines Demo-Interpreter', language: 'Polish', agencyId: 'A 1', adult: true, signing: 'HERE' as const };

/**
 * Real cases of four patients, made by calls: every kind of form and every state that one can have, with parents, interpreters,
 * witnesses, refusals, answers, own sections and a translation, and two consents from a file. Half of the documents are made, and no
 * viewing copies: each takes long.
 */
export async function makeRecordCases(app: TestApp): Promise<RecordCases> {
  const consents: Record<string, string> = {};
  const adult = await makeOldCases(app, consents);
  const staff = await signIn(app);
  const maker = caseMaker(app, { staff, consents });
  await makeSignersOfAdult(maker, adult);
  const child = await makeChild(maker);
  await app.database.db.deleteFrom('jobs').execute();
  await makeStates(maker, adult);
  await makeEnded(maker, adult);
  [consents['imported'], consents['imported withdrawn']] = await importTwo(app, testNhsNumber(1));
  await makeParents(maker, child);
  const older = await makeOlder(maker);
  const welsh = await sentInWelsh(app, staff);
  await maker.signAll(maker.keep('translated', welsh));
  await app.database.db.deleteFrom('jobs').where('kind', '=', 'VIEW').execute();
  await app.doJobs();
  return { staff, adult, child, older, welsh: welsh.patientID, consents };
}

/** The cases of half a year ago: one that has lapsed, and one whose links have ended. @returns their patient */
async function makeOldCases(app: TestApp, consents: Record<string, string>): Promise<string> {
  app.clock.advance(-200 * DAY);
  const staff = await signIn(app);
  const { keep, signAll, patientOf } = caseMaker(app, { staff, consents });
  const patientID = await patientOf({
    nhsNumber: testNhsNumber(1),
    hospitalNumber: 'HX1',
    sex: 'FEMALE',
    emailAddress: 'demo-adult@example.org',
    phoneNumber: '01632 960001',
    address: '1 Demo Lane\nDemo Town',
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
  });
  await signAll(keep('lapsed', await sent(staff, { patientID, ...NO_INTERPRETER })));
  const { consentID, version } = keep('expired', await draft(staff, { patientID, ...NO_INTERPRETER }));
  await staff.call('consentSend', { consentID, version, channel: 'EMAIL' });
  app.clock.advance(200 * DAY);
  await expireLinks(app.deps);
  return patientID;
}

type Draft = NonNullable<Parameters<typeof sent>[1]>;
const sender = ({ staff, keep }: CaseMaker, patientID: string) => {
  return async (name: string, change: Draft = {}) => keep(name, await sent(staff, { patientID, ...NO_INTERPRETER, ...change }));
};

/** Forms of an adult by who signs them, and what is on them. */
async function makeSignersOfAdult(maker: CaseMaker, patientID: string): Promise<void> {
  const { app, staff, signAll } = maker;
  const make = sender(maker, patientID);
  await signAll(await make('awake', { formType: 'FORM_3', templateID: await templateId(staff, 'FORM_3') }));
  const interpreter = { ...INTERPRETER, emailAddress: 'ines@example.org' };
  await signAll(await make('interpreted', { interpreterNeeded: true, interpreter }));
  const byRelative = { ...INTERPRETER, relation: 'Sister', relationReason: 'Nobody else could come' };
  const marked = await make('witnessed', { interpreterNeeded: true, interpreter: byRelative });
  const witness = { name: 'Demo Witness', role: 'Porter', adult: true, method: 'TYPED' as const, typedName: 'Demo Witness' };
  const patient = await signerAt(app, staff, marked, ['PATIENT', 1]);
  await patient.sign({ method: 'MARK_WITNESSED', strokes: [[{ x: 0.5, y: 0.5, t: 0 }]], witness });
  await signAll({ ...marked, recipients: marked.recipients.filter(({ role }) => role !== 'PATIENT') });

  const people = { editor: await signIn(app, 'bch@demo.nhs.uk'), publisher: await signIn(app, 'admin@demo.nhs.uk') };
  const { procedureID } = await publishedProcedure(people, {
    codes: [
      { system: 'SNOMED_CT', code: '54885007', display: 'Cataract surgery' },
      { system: 'OPCS_4', code: 'C71.2', display: 'Phacoemulsification of lens' },
    ],
  });
  const { section } = await addSection(staff, procedureID, { title: 'Going home', text: 'Rest.' });
  await signAll(await make('own section', { procedures: [{ procedureID, side: null, sections: [section] }] }));
}

/** Forms of an adult by how far they are. */
async function makeStates(maker: CaseMaker, patientID: string): Promise<void> {
  const { app, staff, keep, signAll } = maker;
  const make = sender(maker, patientID);
  keep('draft', await draft(staff, { patientID, mattersToMe: 'Driving', procedures: [] }));
  await make('sent');
  const half = await make('partially signed');
  await (await signerAt(app, staff, half, ['PATIENT', 1])).sign();
  const signed = await make('signed', {
    mattersToMe: 'Driving at night\nReading',
    additionalChoices: CHOICES,
    refusals: ['Blood of others', 'Photographs of my face'],
    procedures: [
      { procedureID: await procedureId(staff), side: 'LEFT', site: 'eye' },
      { procedureID: await procedureId(staff, 'hernia'), side: 'BOTH' },
    ],
  });
  await signAll(signed);
  await confirmOnTheDay(maker, signed);
}

async function confirmOnTheDay({ staff, now }: CaseMaker, { consentID, recordID }: { consentID: string; recordID: string }) {
  const [consent] = (await staff.call('recordDetails', { id: recordID })).data.consents;
  const { formType, procedures, interpreter, interpreterNeeded, interpreterNoneReason } = consent!;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const patientName = spokenName(consent!.shownPatient!);
  await staff.call('recordConfirm', {
    consentID,
    statement: statementFor('CONFIRMER', { formType, procedures, patientName, interpreting }),
    typedName: 'Demo Clinician',
    answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
    capturedAt: now(),
  });
}

/** Forms of an adult by how they ended. */
async function makeEnded(maker: CaseMaker, patientID: string): Promise<void> {
  const { app, staff, keep, signAll } = maker;
  const make = sender(maker, patientID);
  const declined = await make('declined');
  const refuser = await signerAt(app, staff, declined, ['PATIENT', 1]);
  await refuser.call('recordDecline', { consentID: declined.consentID, reason: 'Not now' });
  const withdrawn = await make('withdrawn');
  await signAll(withdrawn);
  await app.doJobs();
  await staff.call('recordWithdraw', { consentID: withdrawn.consentID, reason: 'Changed my mind' });
  const voided = await make('voided');
  await signAll(voided);
  await staff.call('recordVoid', { consentID: voided.consentID, reason: 'Another eye', kind: 'WRONG_PROCEDURE' });
  const strange = await make('wrong patient', { mattersToMe: 'Words of somebody else' });
  await staff.call('recordVoid', { consentID: strange.consentID, reason: 'Another person', kind: 'WRONG_PATIENT' });
  const superseded = await make('superseded');
  await signAll(superseded);
  const again = await staff.call('recordReconsent', { id: superseded.recordID, reason: 'A year has gone' });
  const { consentID } = again;
  const clinicianStatement = { discussed: true, capacity: true };
  const change = { clinicianStatement, interpreterNeeded: false, ...NO_INTERPRETER };
  const { version } = await staff.call('consentUpdate', { consentID, version: again.data.version, ...change });
  const newer = await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  await signAll(keep('superseding', newer.data));
}

/** A child who was asked for the name of the sex and did not say, with a draft and a form that they decide alone. */
async function makeChild({ staff, keep, signAll, patientOf }: CaseMaker): Promise<string> {
  const patientID = await patientOf({ dateOfBirth: ABLE_CHILD_BORN, sex: 'NOT_STATED', firstName: '' });
  keep('child draft', await draft2(staff, { patientID }));
  const byChild = family2({ basis: 'CHILD', parents: [], child: anAbleChild() });
  await signAll(keep('able child', await sent2(staff, { patientID, ...byChild })));
  return patientID;
}

async function makeParents({ app, staff, keep, signAll }: CaseMaker, patientID: string): Promise<void> {
  await signAll(keep('two parents', await sent2(staff, { patientID, ...allSign() })));
  const reported = anotherParent({ signs: false, answer: 'AGREES', answeredHow: 'PHONE', emailAddress: 'ben@example.org' });
  const family = family2({ parents: [aParent(), reported] });
  const refused = keep('parent declined', await sent2(staff, { patientID, ...family }));
  const mother = await signerAt(app, staff, refused, ['PARENT', 1]);
  await mother.call('recordDecline', { consentID: refused.consentID, reason: 'No' });
}

/** Somebody who cannot decide: an attorney, a second opinion, and a draft. */
async function makeOlder({ staff, keep, signAll, patientOf }: CaseMaker): Promise<string> {
  const patientID = await patientOf({ dateOfBirth: '1940-01-01', sex: 'INTERSEX' });
  const forms: [string, Omit<Input<'consentCreate'>, 'patientID' | 'formType'>][] = [
    ['attorney', { capacity: capacityWithAttorney() }],
    ['second opinion', { capacity: capacityWithSecondOpinion() }],
  ];
  for (const [name, change] of forms) {
    const { consentID, version } = keep(name, await formFourDraft(staff, { patientID, ...change }));
    await signAll((await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data);
  }
  keep('best interests draft', await formFourDraft(staff, { patientID }));
  return patientID;
}
