import 'fake-indexeddb/auto';
import { accounts } from '#contract/accounts.ts';
import type { Output } from '#contract/calls.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { callWithTicket } from '#src/sign/api.ts';
import type { TimelineEventType } from '#domain/cases/timeline.ts';
import type { SignerCallName, SignerCall } from '#src/sign/offline/signer-calls.ts';
import { readCase, readConsentView } from '#store/views/cases.ts';
import { saveProfile } from '#store/session/profile.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { startHandover } from '#tests/store/app-calls.ts';
import { untilSent } from '#tests/src/offline/tablet.ts';
import { DEMO_PASSWORD, inked, sent, typed, wave } from '#tests/support/forms/builders.ts';
import { expect, test, vi } from 'vitest';
import { INITIAL_VISIT, type Visit } from '#src/sign/visit.ts';
import { openPage, type OnePage } from './one-page.ts';
import { signerForTests } from './signer-for-tests.ts';

// The signer's page, the clinician's vault and the real server in one process.
const { staff, tablet, whole } = signerForTests();

const BLOOD = { id: 'blood', title: 'Blood products', answer: null };

/** A version that is ready to sign, on the server and on the tablet. */
async function aVersion() {
  const version = await sent(staff, { additionalChoices: [BLOOD] });
  await tablet.offline.pull();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
  return version;
}
const here = (consentID: string) => readConsentView(tablet.offline.store, consentID);
const onServer = async ({ recordID }: Pick<Output<'consentSend'>['data'], 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
const inkIn = (consentID: string) => tablet.offline.store.db.blobs.where('consentId').equals(consentID).toArray();
const visitsIn = ({ handoverId }: OnePage) => tablet.offline.store.db.kv.where('k').equals(`visit:${handoverId}`).count();
const newKey = () => tablet.offline.store.env.newId();

/** Shortens the timeouts of answers to 50 ms. @returns the original ones, ms */
function hurry(): number[] {
  const waits: number[] = [];
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    // Other timers of the tab have other durations.
    const isLimit = ms === 8000 || ms === 30_000;
    if (isLimit) waits.push(ms);
    return whole.setTimeout(run, isLimit ? 50 : ms);
  });
  return waits;
}

/** From now on requests arrive, and no answer ever comes. */
function swallowAnswers(): (string | null)[] {
  const keys: (string | null)[] = [];
  const reach = whole.fetch;
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    await reach(to, init);
    // A slow server answers after the time limit, which has passed unheard.
    init.signal?.throwIfAborted();
    return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
  });
  return keys;
}

/**
 * The clinician's password takes the tablet back: without the server, which hears nothing of it, or once the network is there. Then
 * the session that handed it over sends on what was queued.
 */
async function takeBack(way: 'offline' | 'online' = 'offline'): Promise<void> {
  tablet.wire.state = 'whole';
  if (way === 'online') await callWithTicket(accounts.userUnlock, { password: DEMO_PASSWORD });
  tablet.goOnline();
}

/** A visit at the pad, with ink in it. */
async function visitAtPad(page: OnePage): Promise<Visit> {
  const input = { ...INITIAL_VISIT.input, matters: 'The garden', ink: { DRAWN: wave(), MARK_WITNESSED: [] } };
  const stage = { kind: 'form', at: 'sign', aside: null, returnTo: null } as const;
  return { ...INITIAL_VISIT, stage, details: await page.details(), isConfirmed: true, input };
}

test('a page that is opened again goes on in the same handover, and in no other; the clinician’s own ink stays', async () => {
  const { consentID, contentDigest } = await aVersion();
  const first = await openPage(staff, tablet, { consentID });
  expect(first.savedVisit).toBeNull();
  const visit = await visitAtPad(first);
  await first.keeping!.saveVisit(visit);
  await saveStrokes(tablet.offline.store, { consentId: consentID, pad: `CLINICIAN|DRAWN|${contentDigest}` }, wave());
  const again = await openPage(staff, tablet, { consentID, handoverId: first.handoverId });
  const { isConfirmed, input, details } = again.savedVisit!;
  expect({ isConfirmed, input, details }).toEqual({ isConfirmed: true, input: visit.input, details: visit.details });
  expect(again.savedVisit!.stage).toEqual({ at: 'sign', aside: null, returnTo: null });
  expect((await openPage(staff, tablet, { consentID })).savedVisit).toBeNull();
  expect((await inkIn(consentID)).map(({ pad }) => pad)).toEqual([`CLINICIAN|DRAWN|${contentDigest}`]);
});

test('of changes that come faster than the disk writes, the last is stored', async () => {
  const { consentID } = await aVersion();
  const first = await openPage(staff, tablet, { consentID });
  const visit = await visitAtPad(first);
  const words = ['T', 'Th', 'The', 'The garden in May'];
  await Promise.all(words.map((matters) => first.keeping!.saveVisit({ ...visit, input: { ...visit.input, matters } })));
  const again = await openPage(staff, tablet, { consentID, handoverId: first.handoverId });
  expect(again.savedVisit!.input.matters).toBe('The garden in May');
});

test('a stored visit that shows other content than its digest says is not opened', async () => {
  const { consentID } = await aVersion();
  const first = await openPage(staff, tablet, { consentID });
  const visit = await visitAtPad(first);
  const { details } = visit;
  await first.keeping!.saveVisit({ ...visit, details: { ...details!, consent: { ...details!.consent, mattersToMe: 'Other' } } });
  expect((await openPage(staff, tablet, { consentID, handoverId: first.handoverId })).savedVisit).toBeNull();
});

test('who signed just before the page was opened again has signed: the outbox says so, and nothing is sent past it', async () => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID });
  const input = inked(await page.details());
  tablet.goOffline();
  expect(page.keeping!.queuedEnding).toBeNull();
  expect(await page.say({ call: 'recordSign', input, key: newKey() })).toEqual({ kind: 'queued' });
  tablet.goOnline();
  tablet.hold();
  const again = await openPage(staff, tablet, { consentID, handoverId: page.handoverId });
  expect([again.keeping!.queuedEnding, again.keeping!.hasUnsent()]).toEqual(['signed', true]);
  const { keeping } = await openPage(staff, tablet, { consentID });
  expect([keeping!.queuedEnding, keeping!.hasUnsent()]).toEqual([null, false]);
});

test('a signer’s calls leave one receipt of the handover’s start, also from a page that is opened again', async () => {
  const { consentID } = await aVersion();
  const first = await openPage(staff, tablet, { consentID });
  const { sent: receipts } = tablet.offline.store.db;
  await receipts.clear();
  const identity = { call: 'recordIdentity', input: { consentID, confirmed: true }, key: newKey() } as const;
  expect(await first.say(identity)).toMatchObject({ kind: 'sent' });
  const again = await openPage(staff, tablet, { consentID, handoverId: first.handoverId });
  const signed = { call: 'recordSign', input: inked(await again.details()), key: newKey() } as const;
  expect(await again.say(signed)).toMatchObject({ kind: 'sent' });
  const calls = (await receipts.orderBy('ackedAt').toArray()).map(({ call }) => call);
  expect(calls).toEqual(['consentSendToSign', 'recordIdentity', 'recordSign']);
});

test('a page whose build is too old keeps a signature on the tablet', async () => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID });
  const input = inked(await page.details());
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const { headers } = await whole.fetch(...given);
    return Response.json({ message: 'Too old', error: 'TOO_OLD' }, { status: 426, headers });
  });
  expect(await page.say({ call: 'recordSign', input, key: newKey() })).toEqual({ kind: 'queued' });
});

const ENDS: readonly [string, (consentID: string) => SignerCall<SignerCallName>][] = [
  ['asks for more time', (consentID) => ({ call: 'recordLater', input: { consentID }, key: newKey() })],
  ['does not agree', (consentID) => ({ call: 'recordDecline', input: { consentID }, key: newKey() })],
  ['says “this is not me”', (consentID) => ({ call: 'recordIdentity', input: { consentID, confirmed: false }, key: newKey() })],
];
test.each(
  rowsOf(
    (['queued', 'sent'] as const).flatMap((way) => ENDS.map(([who, saying]) => ({ who, saying, way }))),
    ENDS.length,
  ),
)('whoever $who leaves no ink behind, $way', async ({ saying, way }) => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID });
  await page.keeping!.saveVisit(await visitAtPad(page));
  expect(await visitsIn(page)).toBe(1);
  if (way === 'queued') tablet.goOffline();
  expect((await page.say(saying(consentID))).kind).toBe(way);
  expect([await visitsIn(page), await inkIn(consentID)]).toEqual([0, []]);
});

test('who signs on a network that answers nothing is kept after eight seconds, under the same key, and signs once', async () => {
  const version = await aVersion();
  const { consentID } = version;
  const page = await openPage(staff, tablet, { consentID });
  const input = inked(await page.details());
  tablet.sendNothing();
  const [waits, keys] = [hurry(), swallowAnswers()];
  const key = newKey();
  expect(await page.say({ call: 'recordSign', input, key })).toEqual({ kind: 'queued' });
  expect([waits, keys]).toEqual([[8000], [key]]);
  const ops = await tablet.offline.store.db.ops.toArray();
  expect(ops.map(({ call, opId }) => [call, opId])).toEqual([
    ['consentSendToSign', expect.any(String)],
    ['recordSign', key],
  ]);
  tablet.goOnline();
  await untilSent(tablet);
  expect((await onServer(version)).signatures).toHaveLength(1);
  const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect(timeline.filter(({ type }) => type === 'SIGNED')).toHaveLength(1);
});

test('an answer about another form is no answer: the call is kept under its key, and signs this form once', async () => {
  const version = await aVersion();
  const { consentID } = version;
  const page = await openPage(staff, tablet, { consentID });
  const input = inked(await page.details());
  const reach = whole.fetch;
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    const response = await reach(to, init);
    return new Response((await response.text()).replaceAll(consentID, newKey()), response);
  });
  expect(await page.say({ call: 'recordSign', input, key: newKey() })).toEqual({ kind: 'queued' });
  vi.stubGlobal('fetch', reach);
  tablet.goOnline();
  await untilSent(tablet);
  expect((await onServer(version)).signatures).toHaveLength(1);
});

test('without a vault an answer may take half a minute, and then nobody knows', async () => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID, hasVault: false });
  const [waits] = [hurry(), swallowAnswers()];
  const saying = { call: 'recordLater', input: { consentID }, key: newKey() } as const;
  await expect(page.say(saying)).rejects.toMatchObject({ name: 'Unreachable' });
  expect(waits).toEqual([30_000]);
});

test('a portal’s clock is not the hospital’s', async () => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID });
  const date = new Date(0).toUTCString();
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { date } }));
  expect((await page.say({ call: 'recordLater', input: { consentID }, key: newKey() })).kind).toBe('queued');
  expect(page.clockOffset()).toBe(0);
});

test('answers that arrived stand on the tablet when the network goes, and what is signed over them is what the clinician sees', async () => {
  const version = await aVersion();
  const { consentID } = version;
  const page = await openPage(staff, tablet, { consentID });
  await page.keepAnswers(await page.details(), { mattersToMe: 'Seeing the garden' });
  const details = await page.details();
  expect(await here(consentID)).toMatchObject({ local: { isUnsent: false } });
  tablet.goOffline();
  expect(await page.say({ call: 'recordSign', input: inked(details), key: newKey() })).toEqual({ kind: 'queued' });
  const seen = await here(consentID);
  expect(seen).toMatchObject({ mattersToMe: 'Seeing the garden', contentDigest: details.contentDigest });
  expect(seen?.clinicianStatement).toEqual(version.clinicianStatement);
  await takeBack();
  await untilSent(tablet);
  await staff.call('recordSign', typed({ ...version, contentDigest: seen!.contentDigest }));
  expect((await onServer(version)).status).toBe('SIGNED');
});

const SAYINGS: readonly [string, (details: TicketDetails) => readonly SignerCall<SignerCallName>[]][] = [
  ['signature', (details) => [{ call: 'recordSign', input: inked(details), key: newKey() }]],
  [
    'name and request for more time',
    ({ consent: { consentID } }) => [
      { call: 'recordIdentity', input: { consentID, confirmed: true }, key: newKey() },
      { call: 'recordLater', input: { consentID, comments: 'Until Friday' }, key: newKey() },
    ],
  ],
  ['refusal', ({ consent: { consentID } }) => [{ call: 'recordDecline', input: { consentID }, key: newKey() }]],
];
const EVENTS: { readonly [K in SignerCallName]: TimelineEventType } = {
  recordIdentity: 'IDENTITY_CONFIRMED',
  recordAnswers: 'ANSWERS_GIVEN',
  recordUnderstanding: 'UNDERSTANDING_CHECKED',
  recordSign: 'SIGNED',
  recordLater: 'MORE_TIME',
  recordDecline: 'DECLINED',
};
test.each(
  rowsOf(
    (['offline', 'online'] as const).flatMap((way) => SAYINGS.map(([what, say]) => ({ what, say, way }))),
    SAYINGS.length,
  ),
)(
  'the $what of a handover that lost its network takes effect, by the session that gave the ticket, after it was taken back $way',
  async ({ say, way }) => {
    const version = await aVersion();
    const page = await openPage(staff, tablet, version);
    const sayings = say(await page.details());
    tablet.goOffline();
    for (const saying of sayings) expect((await page.say(saying)).kind).toBe('queued');
    const pending = (await readCase(tablet.offline.store, version.recordID))?.timeline.filter(({ hash }) => hash === '');
    expect(pending?.map(({ type }) => type)).toEqual(sayings.map(({ call }) => EVENTS[call]));
    await takeBack(way);
    await untilSent(tablet);
    const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
    for (const { call } of sayings)
      expect(timeline.filter(({ type }) => type === EVENTS[call])).toMatchObject([
        { actor: { kind: 'SIGNER', role: 'PATIENT' }, detail: { sentBy: 'Demo Clinician' } },
      ]);
    expect(timeline.filter(({ type }) => type === 'HANDOVER_STARTED')).toHaveLength(1);
  },
);

test('one answer that arrived and one that waits make the same form here as at the hospital', async () => {
  const version = await aVersion();
  const { consentID } = version;
  const page = await openPage(staff, tablet, { consentID });
  await page.keepAnswers(await page.details(), { mattersToMe: 'Seeing the garden' });
  const details = await page.details();
  tablet.goOffline();
  const chosen = [{ ...BLOOD, answer: 'REFUSE' as const }];
  await page.keepAnswers(details, { additionalChoices: chosen });
  const seen = await here(consentID);
  expect(seen).toMatchObject({ mattersToMe: 'Seeing the garden', additionalChoices: chosen });
  await takeBack();
  await untilSent(tablet);
  expect((await onServer(version)).contentDigest).toBe(seen?.contentDigest);
});

test('a signature that arrived is known on the tablet when the network goes: nobody is asked to sign again', async () => {
  const version = await aVersion();
  const { consentID } = version;
  const page = await openPage(staff, tablet, { consentID });
  const saying = { call: 'recordSign', input: inked(await page.details()), key: newKey() } as const;
  expect((await page.say(saying)).kind).toBe('sent');
  tablet.goOffline();
  const seen = await here(consentID);
  expect(seen).toMatchObject({ status: 'PARTIALLY_SIGNED', local: { isUnsent: false } });
  expect(seen?.recipients.find(({ role }) => role === 'PATIENT')).toMatchObject({ state: 'SIGNED', method: 'DRAWN' });
  expect(await tablet.offline.store.db.ops.count()).toBe(0);
});

test('a refusal that arrived is known on the tablet as well', async () => {
  const { consentID } = await aVersion();
  const page = await openPage(staff, tablet, { consentID });
  await page.say({ call: 'recordDecline', input: { consentID }, key: newKey() });
  expect(await here(consentID)).toMatchObject({ status: 'DECLINED', local: { isUnsent: false } });
});

test('what waits on the tablet is not written over by what the hospital answers to a signer', async () => {
  const { consentID } = await aVersion();
  const { store } = tablet.offline;
  tablet.sendNothing();
  await startHandover(store, consentID, 'CLINICIAN');
  const before = await store.db.consents.get(consentID);
  const page = await openPage(staff, tablet, { consentID });
  await page.keepAnswers(await page.details(), { mattersToMe: 'Seeing the garden' });
  expect(await store.db.consents.get(consentID)).toEqual(before);
  expect(before?.state).toBe('unsent');
});
