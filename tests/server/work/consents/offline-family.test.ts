import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { allSign, CHILD_BORN, family2, aParent, anotherParent, aChild } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion } from '#tests/support/forms/form-4.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { readPinned } from '#store/entities/pinned.ts';
import { readConsent } from '#store/views/consents.ts';
import { readPatient } from '#store/views/patients.ts';
import { pinOffline } from '#store/views/pin-offline.ts';
import { EMPTY_LIBRARY } from '#store/entities/library.ts';
import { toTicketView } from '#store/views/ticket.ts';
import { readCaseSummaries } from '#store/views/case-summaries.ts';
import { checkShown } from '#src/screens/cases/shown-check.ts';
import { afterEach, expect, test } from 'vitest';

// Both real ends in one process: forms with several signers, made and answered on a tablet without a network, and then sent.
const app = useTestApp();
type Tablet = Awaited<ReturnType<typeof joinedTablet>>;
let tablet: Tablet;
afterEach(() => tablet.close());

const child = { born: CHILD_BORN };
const asked = ({ role, signing_order, recipient_name, answer }: Recipient & { readonly answer: string | null }) => ({
  id: randomUUID(),
  text: 'Will it hurt?',
  askedBy: recipient_name,
  role,
  signing_order,
  askedAt: '2026-08-06T14:05:00.000Z',
  answer,
  answeredBy: answer === null ? null : 'Demo Clinician',
});
const waitingIn = async () => (await readCaseSummaries(tablet.store))[0]!.current!.waitingFor;

test('a Form 2 that two parents, the child and the clinician sign without a network is signed once, under one digest', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { ...child, ...allSign() });
  const sent = await tablet.view(ids.consentID);
  expect(sent).toMatchObject({ status: 'SENT', shown: { shownVersion: 2 }, missing: [] });
  expect(await tablet.ticketFor(ids, { role: 'PARENT' })).toBeNull();
  const places = sent.recipients.map(({ role, signing_order }) => ({ role, order: signing_order }));
  expect(places.map(({ role }) => role)).toEqual(['PARENT', 'PARENT', 'CHILD', 'CLINICIAN']);
  await tablet.sign(ids, places[1]!);
  // The second parent has signed, and the first is still waited for, on the page and in the lists.
  expect((await tablet.view(ids.consentID)).recipients.map(({ state }) => state)).toEqual([
    'WAITING',
    'SIGNED',
    'WAITING',
    'WAITING',
  ]);
  expect(await waitingIn()).toEqual(['PARENT', 'CHILD', 'CLINICIAN']);
  await tablet.sign(ids, places[0]!);
  await tablet.sign(ids, places[2]!);
  const { record, consents } = await tablet.localCase(ids);
  expect(await checkShown(consents[0]!, record.patient, 'CLINICIAN')).toBe('same');
  await tablet.signAsClinician(ids);
  const done = await tablet.view(ids.consentID);
  expect(done.local?.allSignedAt).not.toBeNull();
  const { left, record: onServer, consent } = await tablet.replay(ids);
  expect(left).toEqual([]);
  expect(onServer.record).toMatchObject({ status: 'SIGNED', versions: 1 });
  expect(consent.contentDigest).toBe(sent.contentDigest);
  expect(consent.shown).toEqual(sent.shown);
  expect(consent.signatures.map(({ role, signing_order }) => [role, signing_order])).toEqual([
    ['PARENT', 2],
    ['PARENT', 1],
    ['CHILD', 3],
    ['CLINICIAN', 4],
  ]);
});

test('one of two parents who says no without a network does not end the form; the last one does', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { ...child, ...family2({ parents: [aParent(), anotherParent()] }) });
  await tablet.decline(ids, { role: 'PARENT', order: 1 }, 'I am not sure');
  const first = await tablet.view(ids.consentID);
  expect([first.status, ...first.recipients.map(({ state }) => state)]).toEqual(['SENT', 'DECLINED', 'WAITING', 'WAITING']);
  expect(await waitingIn()).toEqual(['PARENT', 'CLINICIAN']);
  await tablet.sign(ids, { role: 'PARENT', order: 2 });
  await tablet.signAsClinician(ids);
  // A parent who must sign has said no: not all have signed.
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).toBeNull();
  const { left, consent } = await tablet.replay(ids);
  expect(left).toEqual([]);
  expect(consent).toMatchObject({ status: 'PARTIALLY_SIGNED', disagreement: { outcome: 'NOT_SETTLED' } });
  expect(consent.recipients.map(({ state }) => state)).toEqual(['DECLINED', 'SIGNED', 'SIGNED']);
  const again = await tablet.send('FORM_2', { ...child, ...family2({ parents: [aParent(), anotherParent()] }) });
  await tablet.decline(again, { role: 'PARENT', order: 1 }, '');
  await tablet.decline(again, { role: 'PARENT', order: 2 }, '');
  expect((await tablet.view(again.consentID)).status).toBe('DECLINED');
  const ended = await tablet.replay(again);
  expect([ended.left, ended.consent.status]).toEqual([[], 'DECLINED']);
});

test('a child who need not sign says no, and neither the form nor "all signed" waits for them', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { ...child, ...family2({ child: aChild({ signs: true }) }) });
  await tablet.decline(ids, { role: 'CHILD', order: 2 }, 'I am afraid');
  expect((await tablet.view(ids.consentID)).status).toBe('SENT');
  await tablet.sign(ids, { role: 'PARENT' });
  await tablet.signAsClinician(ids);
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).not.toBeNull();
  const { left, record, consent } = await tablet.replay(ids);
  expect([left, consent.status]).toEqual([[], 'SIGNED']);
  expect(record.timeline.map(({ type }) => type)).toContain('CHILD_SAID_NO');
});

test('an optional signer who has not answered holds nothing up', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { ...child, ...family2({ child: aChild({ signs: true }) }) });
  await tablet.sign(ids, { role: 'PARENT' });
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).toBeNull();
  await tablet.signAsClinician(ids);
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).not.toBeNull();
  const { consent } = await tablet.replay(ids);
  expect(consent.recipients.map(({ role, state }) => `${role} ${state}`)).toEqual([
    'PARENT SIGNED',
    'CHILD EXPIRED',
    'CLINICIAN SIGNED',
  ]);
});

test('an interpreter who cannot sign without a network lets the form go on, and one who signs adds their own words', async () => {
  tablet = await joinedTablet(app, 'cataract');
  const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true, statement: 'I know both languages well.' };
  const fields = { born: '1950-03-14', interpreterNeeded: true, interpreter };
  const ids = await tablet.send('FORM_1', fields);
  const ticket = (await tablet.ticketFor(ids, { role: 'INTERPRETER' }))!;
  expect(ticket.statement).toContain('in person, in Polish');
  await tablet.decline(ids, { role: 'INTERPRETER' }, 'The line was bad');
  expect(await tablet.view(ids.consentID)).toMatchObject({ status: 'SENT' });
  const { left, consent } = await tablet.replay(ids);
  expect([left, consent.status]).toEqual([[], 'SENT']);
  expect(consent.recipients.map(({ role, state }) => `${role} ${state}`)).toContain('INTERPRETER DECLINED');
  const other = await tablet.send('FORM_1', fields);
  await tablet.sign(other, { role: 'INTERPRETER' }, { comments: 'She asked about the drops' });
  expect((await tablet.replay(other)).consent.interpreterComments).toBe('She asked about the drops');
});

test('on a form of the first shape the words about a witness suffice, without a network as well', async () => {
  tablet = await joinedTablet(app, 'cataract');
  const ids = await tablet.send('FORM_1', { born: '1950-03-14' });
  await tablet.sign(ids, { role: 'PATIENT' }, { method: 'VERBAL_WITNESSED', witness: { name: 'Demo Porter', role: 'Porter' } });
  expect([(await tablet.view(ids.consentID)).addedSigners, await waitingIn()]).toEqual([[], ['CLINICIAN']]);
  await tablet.signAsClinician(ids);
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).not.toBeNull();
  const { left, consent } = await tablet.replay(ids);
  expect([left, consent.status, consent.addedSigners]).toEqual([[], 'SIGNED', []]);
});

test('a witness signs in the same act without a network, or waits and signs in a handover of their own', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const family = family2({ parents: [aParent(), anotherParent()] });
  const ids = await tablet.send('FORM_2', { ...child, ...family });
  const spoken = { method: 'VERBAL_WITNESSED' } as const;
  const own = { name: 'Demo Nurse', role: 'Nurse', method: 'TYPED', typedName: 'Demo Nurse' } as const;
  await tablet.sign(ids, { role: 'PARENT', order: 1 }, { ...spoken, witness: own });
  await tablet.sign(ids, { role: 'PARENT', order: 2 }, { ...spoken, witness: { name: 'Demo Porter', role: 'Porter' } });
  await tablet.signAsClinician(ids);
  const waiting = await tablet.view(ids.consentID);
  expect(waiting.addedSigners?.map(({ signing_order, state, attests }) => [signing_order, state, attests])).toEqual([
    [4, 'SIGNED', 1],
    [5, 'WAITING', 2],
  ]);
  expect(waiting.local?.allSignedAt).toBeNull();
  expect(await waitingIn()).toEqual(['WITNESS']);
  expect((await tablet.ticketFor(ids, { role: 'WITNESS', order: 5 }))!.statement).toBe(
    'I was there when Ben Demo-Father answered. I heard the words.',
  );
  await tablet.sign(ids, { role: 'WITNESS', order: 5 });
  expect((await tablet.view(ids.consentID)).local?.allSignedAt).not.toBeNull();
  const { left, consent } = await tablet.replay(ids);
  expect([left, consent.status]).toEqual([[], 'SIGNED']);
  expect(consent.addedSigners?.map(({ signing_order, state, attests }) => [signing_order, state, attests])).toEqual([
    [4, 'SIGNED', 1],
    [5, 'SIGNED', 2],
  ]);
});

test('a second opinion by the clinician who signs is found on the tablet, before anybody signs a form that the server refuses', async () => {
  tablet = await joinedTablet(app, 'cataract');
  const capacity = capacityWithSecondOpinion({ secondOpinion: { name: 'Dr Demo Clinician' } });
  const fields = { born: '1950-03-14', clinicianStatement: { discussed: true, capacity: false }, capacity };
  const { consentID } = await tablet.send('FORM_4', fields);
  const draft = (await readConsent(tablet.store, consentID))!.consent;
  expect(await pinOffline(tablet.store, { ...draft, status: 'DRAFT' })).toMatchObject({
    kind: 'missing',
    missing: [{ path: 'capacity.secondOpinion.name' }],
  });
});

test('what one signer wrote is not on the page of another, and a child reads their own', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { ...child, ...allSign() });
  const [consent, patient] = [await tablet.view(ids.consentID), (await readPatient(tablet.store, ids.patientID))!.patient];
  const [mother, father, young] = consent.recipients;
  const questions = [
    asked({ ...young!, answer: null }),
    asked({ ...mother!, answer: 'No' }),
    // From a build before: nobody is certain whose it is.
    { ...asked({ ...father!, answer: 'No' }), role: undefined, signing_order: undefined },
  ];
  const comments = { patientComments: 'By the child', parentComments: 'By a parent', interpreterComments: 'By them' };
  const ownWords = consent.recipients.map(({ signing_order, recipient_name: speaker }) => ({
    kind: 'COMMENT' as const,
    signing_order,
    speaker,
    text: `By ${speaker}`,
    at: null,
  }));
  const written = { ...consent, ...comments, ownWords, questions };
  const organisation = { name: 'Demo General Hospital', timeZone: 'Europe/London' };
  const pinned = await readPinned(tablet.store, ids.consentID);
  const page = (role: SignerRole, signingOrder: number) =>
    toTicketView({ consent: written, patient, pinned, role, signingOrder, organisation, library: EMPTY_LIBRARY })!.consent;
  const commentsOn = (role: SignerRole, order: number) => {
    const { patientComments, parentComments, interpreterComments } = page(role, order);
    return [patientComments, parentComments, interpreterComments];
  };
  expect(commentsOn('PARENT', 1)).toEqual(['', '', '']);
  expect(commentsOn('CHILD', 3)).toEqual(['By the child', '', '']);
  for (const { role, signing_order } of [mother!, father!, young!])
    expect(page(role, signing_order).ownWords!.map((each) => each.signing_order)).toEqual([signing_order]);
  const questionsOn = (role: SignerRole, order: number) =>
    page(role, order).questions.map(({ text, askedBy }) => [text, askedBy]);
  // Of the child's it is told that it is open.
  expect(questionsOn('PARENT', 1)).toEqual([
    ['', ''],
    ['Will it hurt?', 'Ada Demo-Mother'],
  ]);
  expect(questionsOn('PARENT', 2)).toEqual([['', '']]);
  expect(questionsOn('CHILD', 3)).toEqual([['Will it hurt?', young!.recipient_name]]);
  expect(questionsOn('CLINICIAN', 4)).toEqual([]);
});

test('an attorney who must sign a Form 4 and says no ends it on the tablet as at the server', async () => {
  tablet = await joinedTablet(app, 'cataract');
  const fields = { born: '1950-03-14', clinicianStatement: { discussed: true, capacity: false } };
  const ids = await tablet.send('FORM_4', { ...fields, capacity: capacityWithAttorney() });
  expect((await tablet.view(ids.consentID)).recipients.map(({ role }) => role)).toEqual(['CLINICIAN', 'CONSULTEE']);
  await tablet.decline(ids, { role: 'CONSULTEE', order: 2 }, 'She would not want it');
  expect((await tablet.view(ids.consentID)).status).toBe('DECLINED');
  const { left, consent } = await tablet.replay(ids);
  expect([left, consent.status]).toEqual([[], 'DECLINED']);
});
