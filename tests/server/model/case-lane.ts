import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { typed, wave } from '#tests/support/forms/builders.ts';
import { kept, sendEnvelope, type KeptCall } from '#tests/support/tablet/tablet.ts';
import { viewOf, type Desk } from './case-desk.ts';
import * as reference from './case-model.ts';
import type { CaseModel, ModelSigner, ModelVersion, Verdict } from './case-shapes.ts';
import { expectSame, signerAt, Step, versionAt, type Aim } from './case-step.ts';

const CALLS = ['handover', 'identity', 'sign', 'clinician', 'decline'] as const;
type LaneCall = (typeof CALLS)[number];
type Queued = { name: LaneCall; call: KeptCall };

/** Calls that a tablet had queued without a network, in any order, sent until each has its answer; signatures arrive twice. */
export function laneStep(aim: Arbitrary<Aim>): Arbitrary<Step> {
  return fc.tuple(aim, fc.shuffledSubarray([...CALLS], { minLength: 2 })).map(
    ([at, names]) =>
      new Step(`lane ${names.join(' ')} of ${at.signer} of ${at.version}`, async (model, desk) => {
        const version = versionAt(model, at);
        const found = signerAt(version, at);
        const signer = found?.role === 'CLINICIAN' || found?.role === 'WITNESS' ? undefined : found;
        const queued = await queue(desk, { version, signer, names });
        await sendAll(model, desk, { version, signer, queued });
      }),
  );
}

type Lane = { version: ModelVersion; signer: ModelSigner | undefined };

async function queue(desk: Desk, { version, signer, names }: Lane & { names: readonly LaneCall[] }): Promise<Queued[]> {
  const view = await viewOf(desk, version.id);
  const capturedAt = new Date(desk.app.clock.now()).toISOString();
  const [consentID, handoverId, role] = [version.id, randomUUID(), signer?.role ?? ('PATIENT' as const)];
  const place = { consentID, handoverId, role, signing_order: signer?.order ?? 9 };
  const contentDigest = view.contentDigest ?? '0'.repeat(64);
  const name = view.recipients.find(({ signing_order }) => signing_order === place.signing_order)?.recipient_name ?? 'Nobody';
  const signature = { name, statement: view.statements[role] ?? 'I agree', contentDigest, capturedAt };
  const own = typed(view, { capturedAt, contentDigest, statement: view.statements['CLINICIAN'] ?? 'I agree' });
  const calls: Record<LaneCall, () => KeptCall> = {
    handover: () => kept('consentSendToSign', place, { capturedAt }),
    identity: () => kept('recordIdentity', { ...place, confirmed: true }, { capturedAt }),
    sign: () => kept('recordSign', { ...place, ...signature, method: 'DRAWN', strokes: wave() }, { capturedAt }),
    clinician: () => kept('recordSign', own, { capturedAt }),
    decline: () => kept('recordDecline', { ...place, reason: 'I want to wait' }, { capturedAt }),
  };
  return names.map((each) => ({ name: each, call: calls[each]() }));
}

async function sendAll(
  model: CaseModel,
  desk: Desk,
  { version, signer, queued }: Lane & { queued: readonly Queued[] },
): Promise<void> {
  const lane = { isStarted: false, queuedAt: desk.app.clock.now() };
  for (let left = queued; left.length > 0;) {
    const results = await sendEnvelope(
      desk.app,
      desk.staff,
      left.map(({ call }) => call),
    );
    let isBehind = false;
    const next: Queued[] = [];
    for (const [at, each] of left.entries()) {
      const code = results[at]?.status === 200 ? null : (results[at]?.body.error as string);
      if (isBehind) next.push(each);
      const judged: string | null = isBehind
        ? 'IN_PROGRESS'
        : judge(model, { version, signer, name: each.name, lane, now: desk.app.clock.now() });
      expectSame(`queued ${each.name}`, code, judged);
      isBehind ||= judged !== null;
    }
    await sendAgain(
      desk,
      left.filter(({ name }, at) => name === 'sign' && results[at]?.status === 200),
    );
    left = next;
  }
}

async function sendAgain(desk: Desk, signed: readonly Queued[]): Promise<void> {
  if (signed.length === 0) return;
  const again = await sendEnvelope(
    desk.app,
    desk.staff,
    signed.map(({ call }) => call),
  );
  for (const { status, isReplay } of again) expectSame('the same call again', `${status} ${isReplay}`, '200 true');
}

type Judged = Lane & { name: LaneCall; lane: { isStarted: boolean; queuedAt: number }; now: number };

function judge(model: CaseModel, { version, signer, name, lane, now }: Judged): Verdict {
  if (name === 'clinician') {
    const clinician = version.signers.find(({ role }) => role === 'CLINICIAN');
    return reference.sign(model, version, [clinician, { now }]);
  }
  if (name === 'handover') {
    const { queuedAt } = lane;
    const verdict = reference.handOver(model, version, [signer, queuedAt]);
    lane.isStarted ||= verdict === null;
    return verdict;
  }
  if (!lane.isStarted || signer === undefined) return 'FORBIDDEN';
  if (name === 'identity') return reference.identify(version, signer, true);
  return name === 'sign' ? reference.sign(model, version, [signer, { now }]) : reference.decline(version, signer, now);
}
