import { setTimeout as wait } from 'node:timers/promises';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { contentDigest } from '#domain/consents/digest.ts';
import { sha256Hex } from '#server/sha256.ts';
import { draft, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { draft2 } from '#tests/support/forms/form-2.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { printCounts, printedSeed } from '#tests/support/checks/random.ts';
import { signatureAt, signerAt, type SignerAt } from '#tests/support/forms/signer-at.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const STAFF_SCRIPTS = [
  ['recall'],
  ['recall', 'edit', 'send'],
  ['recall', 'edit', 'send', 'recall', 'send'],
  ['reopen'],
  ['reopen', 'edit', 'send'],
  ['void'],
  ['clinician', 'reopen'],
  ['edit', 'clinician'],
] as const;
const SIGNER_SCRIPTS = [
  ['sign'],
  ['sign', 'sign'],
  ['answers', 'sign'],
  ['answers', 'look', 'sign'],
  ['later', 'sign'],
  ['decline'],
  ['sign', 'decline'],
] as const;
type StaffAct = (typeof STAFF_SCRIPTS)[number][number];
type SignerAct = (typeof SIGNER_SCRIPTS)[number][number];

type Tried = { act: string; code: string | null; digest: string | null };

/** Makes a call; its refusal is a sentence of the catalogue and no failure of the server. */
async function attempt(act: string, digest: string | null, call: () => Promise<unknown>): Promise<Tried> {
  try {
    await call();
    return { act, digest, code: null };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    expect(error.status, `${act}: ${error.message}`).toBeLessThan(500);
    expect(error.message).not.toBe('');
    return { act, digest, code: error.code };
  }
}

type Case = { staff: Caller; consentID: string; recordID: string };

/** The staff's half: each call is made with what the one before answered. */
async function actAsStaff(
  { staff, consentID: first, recordID }: Case,
  script: readonly StaffAct[],
  pauses: readonly number[],
): Promise<Tried[]> {
  const tried: Tried[] = [];
  let consentID = first;
  const present = async () =>
    (await staff.call('recordDetails', { id: recordID })).data.consents.find((each) => each.consentID === consentID)!;
  for (const [at, act] of script.entries()) {
    await wait(pauses[at] ?? 0);
    const seen = await present();
    const calls: Record<StaffAct, () => Promise<unknown>> = {
      recall: () => staff.call('recordRecall', { consentID, reason: 'A new finding' }),
      edit: () =>
        staff.call('consentUpdate', {
          consentID,
          version: seen.version,
          refusals: ['No blood'],
          clinicianStatement: { discussed: true, capacity: true, note: '' },
        }),
      send: () => staff.call('consentSend', { consentID, version: seen.version, channel: 'DEVICE' }),
      reopen: async () => void ({ consentID } = await staff.call('recordReopen', { id: recordID, reason: 'A new finding' })),
      void: () => staff.call('recordVoid', { consentID, reason: 'A mistake', kind: 'OTHER' }),
      clinician: () =>
        staff.call(
          'recordSign',
          typed(seen, seen.contentDigest === null ? { contentDigest: '0'.repeat(64), statement: 'I agree' } : {}),
        ),
    };
    tried.push(await attempt(act, seen.contentDigest, calls[act]));
  }
  return tried;
}

/** The signer's half, over what the ticket showed at first, or when it was looked at again. */
async function actAsSigner(signer: SignerAt, script: readonly SignerAct[], pauses: readonly number[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  const { consentID } = signer.details.consent;
  let { details } = signer;
  for (const [at, act] of script.entries()) {
    await wait(pauses[at] ?? 0);
    const calls: Record<SignerAct, () => Promise<unknown>> = {
      sign: () => signer.call('recordSign', signatureAt(details)),
      answers: () => signer.call('recordAnswers', { consentID, mattersToMe: 'My garden' }),
      look: async () => void (details = ticketDetails(await signer.call('consentDetailsByToken', { token: signer.token }))),
      later: () => signer.call('recordLater', { consentID }),
      decline: () => signer.call('recordDecline', { consentID, reason: 'I want to wait' }),
    };
    tried.push(await attempt(act, details.contentDigest, calls[act]));
  }
  return tried;
}

/** Signatures count over exactly what is pinned and was shown; the case is intact. */
async function expectBound({ consentID, recordID }: Case, tried: readonly Tried[]): Promise<void> {
  const { db } = app.database;
  const versions = await db.selectFrom('consents').selectAll().where('case_id', '=', recordID).execute();
  for (const { id, pinned, digest, status } of versions) {
    const counted = (await db.selectFrom('signatures').selectAll().where('consent_id', '=', id).execute()).filter(
      (each) => each.cancelled_at === null,
    );
    if (counted.length > 0) expect(pinned).not.toBeNull();
    const ofPinned = pinned === null ? null : await contentDigest(pinned, sha256Hex);
    for (const { given } of counted) expect([given.contentDigest, digest]).toEqual([ofPinned, ofPinned]);
    expect(new Set(counted.map(({ signing_order }) => signing_order)).size).toBe(counted.length);
    if (status === 'DRAFT') expect(counted).toEqual([]);
  }
  const accepted = tried.filter(({ act, code }) => act === 'sign' && code === null);
  expect(accepted.length).toBeLessThanOrEqual(1);
  const kept = await db.selectFrom('signatures').selectAll().where('consent_id', '=', consentID).execute();
  // Accepted: it is there over the digest that was shown, counted or cancelled by a recall. Refused: it counts for nothing.
  const byHandover = kept.filter(({ handover_id }) => handover_id !== null);
  for (const { digest } of accepted) expect(byHandover.map(({ given }) => given.contentDigest)).toContain(digest);
  if (accepted.length === 0) expect(byHandover.filter(({ cancelled_at }) => cancelled_at === null)).toEqual([]);
  expect(await faultsOfCase(app, recordID)).toEqual([]);
}

test(
  'whoever signs while staff edit, take back or reopen is bound to what was shown, or refused with a sentence',
  { timeout: 1_200_000 },
  async () => {
    const seed = printedSeed('interleavings', 20_261_125);
    const staff = await signIn(app);
    const codes = new Map<string, number>();
    const drawn = fc.record({
      isFamily: fc.boolean(),
      byStaff: fc.constantFrom(...STAFF_SCRIPTS),
      bySigner: fc.constantFrom(...SIGNER_SCRIPTS),
      pauses: fc.array(fc.nat(12), { minLength: 10, maxLength: 10 }),
    });
    const property = fc.asyncProperty(drawn, async ({ isFamily, byStaff, bySigner, pauses }) => {
      const { consentID, recordID, version } = isFamily ? await draft2(staff) : await draft(staff);
      await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
      const signer = await signerAt(app, staff, { consentID }, [isFamily ? 'PARENT' : 'PATIENT', 1]);
      const here = { staff, consentID, recordID };
      const both = await Promise.all([actAsStaff(here, byStaff, pauses), actAsSigner(signer, bySigner, pauses.slice(5))]);
      for (const { act, code } of both.flat())
        codes.set(`${act} ${code ?? 'done'}`, (codes.get(`${act} ${code ?? 'done'}`) ?? 0) + 1);
      await expectBound(here, both[1]);
    });
    await fc.assert(property, { seed, numRuns: isFull ? 500 : 12, endOnFailure: true });
    printCounts('Answers', codes);
    // A form that was taken back a moment ago is no fault of its signer.
    expect([...codes.keys()].filter((each) => each.endsWith('FORBIDDEN'))).toEqual([]);
  },
);
