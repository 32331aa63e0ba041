import fc, { type Arbitrary } from 'fast-check';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { verdictOf, viewOf, type Desk } from './case-desk.ts';
import * as reference from './paper-model.ts';
import { expectSame, signerAt, Step, versionAt, type Aim } from './case-step.ts';

/** Steps of a form on paper, with how often each is drawn. */
export function paperSteps(aim: Arbitrary<Aim>): [number, Arbitrary<Step>][] {
  return [
    [1, aim.map(uploadStep)],
    [2, fc.tuple(aim, fc.boolean(), fc.constantFrom(0, 10, 90)).map(([at, areAll, daysAgo]) => onPaperStep(at, areAll, daysAgo))],
    [1, fc.tuple(aim, fc.constantFrom(0, 3)).map(([at, daysAgo]) => confirmStep(at, { areAll: false, daysAgo }))],
    [1, aim.map(discardStep)],
  ];
}

const DAY = 24 * 60 * 60_000;

/** The scan of a page without a code: a person says whose it is. */
function uploadStep(at: Aim): Step {
  return new Step(`scan of ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const input = { consentID: version.id, files: [new Blob([new Uint8Array(blankPage())])] };
    const sending = call(calls.consentBitpaperUpload, input, desk.app.wire(desk.staff.token));
    const { code, answer } = await verdictOf(sending);
    expectSame('upload', code, reference.upload(model, version, answer?.data.sha256));
  });
}

function confirmStep(at: Aim, { areAll, daysAgo }: { areAll: boolean; daysAgo: number }): Step {
  return new Step(`${areAll ? 'all' : at.signer} on paper of ${at.version}, ${daysAgo} days ago`, async (model, desk) => {
    const version = versionAt(model, at);
    const now = desk.app.clock.now();
    const signedOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(now - daysAgo * DAY);
    const waiting = version.signers.filter(({ state, required }) => state !== 'SIGNED' && required);
    const signers = areAll && waiting.length > 0 ? waiting : [signerAt(version, at)];
    const listed = signers.map((each) => ({ signing_order: each?.order ?? 9, signedOn }));
    const said = {
      consentID: version.id,
      sha256: version.scan?.sha256 ?? '0'.repeat(64),
      pagesChecked: [1],
      identifiers: { ...desk.patient, isSameProcedure: true },
      signers: listed,
      answers: await ticksAt(desk, version.id, listed),
    };
    const { code } = await verdictOf(desk.staff.call('recordConfirmScan', said));
    const signedAt = Math.min(Date.parse(`${signedOn}T12:00:00.000Z`), now);
    expectSame('signatures on paper', code, reference.confirmScan(model, version, [signers, signedAt]));
  });
}

/** A scan is uploaded and checked. */
function onPaperStep(at: Aim, areAll: boolean, daysAgo: number): Step {
  const [upload, confirm] = [uploadStep(at), confirmStep(at, { areAll, daysAgo })];
  return new Step(`${upload.name}, ${confirm.name}`, async (model, desk) => {
    await upload.run(model, desk);
    await confirm.run(model, desk);
  });
}

function discardStep(at: Aim): Step {
  return new Step(`scan of ${at.version} discarded`, async (model, desk) => {
    const version = versionAt(model, at);
    const sha256 = version.scan?.sha256 ?? '0'.repeat(64);
    const { code } = await verdictOf(desk.staff.call('recordDiscardScan', { consentID: version.id, sha256 }));
    expectSame('discard', code, reference.discard(version));
  });
}

/** The ticks on the paper, by the form as it is now; none for a version that is gone. */
async function ticksAt(desk: Desk, consentID: string, signers: Parameters<typeof ticksOnPaper>[1]) {
  const { answer: form } = await verdictOf(viewOf(desk, consentID));
  return form === undefined ? [] : ticksOnPaper(form, signers, { match: 'UNREAD' });
}
