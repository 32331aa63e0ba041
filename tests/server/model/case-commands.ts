import fc, { type Arbitrary } from 'fast-check';
import { DAY } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { typed } from '#tests/support/forms/builders.ts';
import { verdictOf, viewOf, type Desk } from './case-desk.ts';
import { laneStep } from './case-lane.ts';
import { afterSending, linkSteps, sending, sendLinkStep } from './case-links.ts';
import { paperSteps } from './case-paper.ts';
import * as reference from './case-model.ts';
import type { CaseModel, ModelVersion, Verdict } from './case-shapes.ts';
import { expectSame, NOBODY, nowIn, Step, versionAt, type Aim } from './case-step.ts';
import { TICKET_ACTS, ticketStep } from './case-ticket.ts';

const aim: Arbitrary<Aim> = fc.record({ version: fc.nat(7), signer: fc.nat(NOBODY) });

/** Every step of a life, with how often it is drawn. */
export function caseCommands(): Arbitrary<Step>[] {
  const weighted: [number, Arbitrary<Step>][] = [
    [8, fc.tuple(aim, fc.constantFrom(...TICKET_ACTS)).map(([at, act]) => ticketStep(at, act))],
    [3, aim.map((at) => clinicianStep(at))],
    [1, fc.tuple(aim, fc.boolean(), fc.boolean()).map(([at, isComplete, isStale]) => saveStep(at, { isComplete, isStale }))],
    [3, aim.map((at) => sendStep(at))],
    [2, laneStep(aim)],
    ...linkSteps(aim),
    ...paperSteps(aim),
    [5, fc.tuple(sending(aim), afterSending()).map(atHomeStep)],
    [2, fc.constant(finishStep())],
    [1, aim.map((at) => answerStep(at))],
    [1, aim.map((at) => recallStep(at))],
    [1, fc.tuple(aim, fc.nat(5)).map(([at, rarely]) => (rarely === 0 ? voidStep(at) : saveStep(at, COMPLETE)))],
    [1, fc.constantFrom('reopen' as const, 'reconsent' as const).map((kind) => againStep(kind))],
    [1, aim.map((at) => withdrawStep(at))],
    [1, aim.map((at) => confirmStep(at))],
    [
      1,
      fc
        .tuple(
          aim,
          fc.constantFrom('ONE_SUFFICES' as const, 'AGREED' as const, 'NOT_SETTLED' as const, 'NOT_GOING_AHEAD' as const),
        )
        .map(settleStep),
    ],
    [1, fc.constantFrom(-5, 1, 31, 24 * 60, 84 * 1440, 100 * 1440).map((minutes) => clockStep(minutes))],
    [1, fc.constant(jobsStep())],
  ];
  return weighted.flatMap(([times, step]) => Array.from({ length: times }, () => step));
}

const COMPLETE = { isComplete: true, isStale: false };

function clinicianStep(at: Aim): Step {
  return new Step(`clinician signs ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const view = await viewOf(desk, version.id);
    const nothing = { contentDigest: '0'.repeat(64), statement: 'I agree' };
    const signature = typed(view, { capturedAt: nowIn(desk), ...(view.contentDigest === null ? nothing : {}) });
    const { code } = await verdictOf(desk.staff.call('recordSign', signature));
    const clinician = version.signers.find(({ role }) => role === 'CLINICIAN');
    expectSame('signature', code, reference.sign(model, version, [clinician, { now: desk.app.clock.now() }]));
  });
}

/** Completes the present version, sends it and lets everybody sign who must; each of these is a step that is judged by itself. */
function finishStep(): Step {
  return new Step('finish', async (model, desk) => {
    const present = { version: 0, signer: 0 };
    await saveStep(present, COMPLETE).run(model, desk);
    await sendStep(present).run(model, desk);
    const { signers } = versionAt(model, present);
    for (let signer = 0; signer < signers.length; signer += 1) {
      const { role, required, state } = signers[signer] ?? { required: false };
      if (!required || state === 'SIGNED') continue;
      await (role === 'CLINICIAN' ? clinicianStep(present) : ticketStep({ ...present, signer }, 'sign')).run(model, desk);
    }
  });
}

/** Completes the present version, sends it, and a link to one of its signers, who does something with it. */
function atHomeStep([[at, channel], then]: [Parameters<typeof sendLinkStep>[0], Step]): Step {
  const present = { ...at, version: 0 };
  return new Step(`at home, ${channel} to ${at.signer}: ${then.name}`, async (model, desk) => {
    await saveStep(present, COMPLETE).run(model, desk);
    await sendStep(present).run(model, desk);
    await sendLinkStep([present, channel]).run(model, desk);
    await then.run(model, desk);
  });
}

function saveStep(at: Aim, { isComplete, isStale }: typeof COMPLETE): Step {
  return new Step(
    `save ${isComplete ? 'complete' : 'incomplete'} ${isStale ? 'stale ' : ''}${at.version}`,
    async (model, desk) => {
      const version = versionAt(model, at);
      const row = (desk.rows.get(version.id) ?? 1) + (isStale ? 1 : 0);
      const clinicianStatement = isComplete ? { discussed: true, capacity: true } : null;
      const { code } = await verdictOf(
        desk.staff.call('consentUpdate', { consentID: version.id, version: row, clinicianStatement }),
      );
      const isDraft = version.status === 'DRAFT';
      expectSame('save', code, isDraft ? (isStale ? 'VERSION_CONFLICT' : null) : 'MOVE_REFUSED');
      if (code === null) version.isComplete = isComplete;
    },
  );
}

/** Sends a draft; it is judged by whether it is complete. */
export function sendStep(at: Aim): Step {
  return new Step(`send ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const row = desk.rows.get(version.id) ?? 1;
    const { code } = await verdictOf(desk.staff.call('consentSend', { consentID: version.id, version: row, channel: 'DEVICE' }));
    expectSame('send', code, reference.send(model, version, desk.app.clock.now()));
  });
}

function answerStep(at: Aim): Step {
  return new Step(`answer ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const [id, ...left] = desk.questions.get(version.id) ?? [];
    if (id === undefined) return;
    await desk.staff.call('recordAnswer', { id, answer: 'About a week' });
    desk.questions.set(version.id, left);
    version.openQuestions -= 1;
  });
}

type ByStaff = [
  call: (staff: Desk['staff'], version: ModelVersion, desk: Desk) => Promise<unknown>,
  judge: (model: CaseModel, version: ModelVersion, now: number) => Verdict,
];

function staffStep(name: string, at: Aim, [call, judge]: ByStaff): Step {
  return new Step(`${name} ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const { code } = await verdictOf(call(desk.staff, version, desk));
    expectSame(name, code, judge(model, version, desk.app.clock.now()));
  });
}

const recallStep = (at: Aim): Step =>
  staffStep('recall', at, [
    (staff, { id }) => staff.call('recordRecall', { consentID: id, reason: 'Wrong side' }),
    reference.recall,
  ]);

const voidStep = (at: Aim): Step =>
  staffStep('void', at, [
    (staff, { id }) => staff.call('recordVoid', { consentID: id, reason: 'A mistake', kind: 'OTHER' }),
    reference.recordError,
  ]);

const withdrawStep = (at: Aim): Step =>
  staffStep('withdraw', at, [
    (staff, { id }) => staff.call('recordWithdraw', { consentID: id, reason: 'Changed my mind' }),
    reference.withdraw,
  ]);

const settleStep = ([at, outcome]: [Aim, 'ONE_SUFFICES' | 'AGREED' | 'NOT_SETTLED' | 'NOT_GOING_AHEAD']): Step =>
  staffStep(`settle ${outcome}`, at, [
    (staff, { id }, { rows }) =>
      staff.call('recordDisagreement', { consentID: id, version: rows.get(id) ?? 1, outcome, note: 'Talked again' }),
    (model, version, now) => reference.settle(model, version, [outcome, now]),
  ]);

function confirmStep(at: Aim): Step {
  return new Step(`confirm ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const { shownPatient, procedures } = await viewOf(desk, version.id);
    const name = shownPatient == null ? '' : spokenName(shownPatient);
    const [procedure] = procedures;
    const part = procedure?.site === '' ? 'side' : procedure?.site;
    const what = procedure?.side == null ? procedure?.procedureName : `${procedure.procedureName}, RIGHT ${part}`;
    const statement = `Today I asked ${name}, or who decides for ${name}. There are no more questions. The answer to ${what} is still yes.`;
    const answers = { sideRight: true, somethingNew: false, questions: false, stillWanted: true };
    const said = { consentID: version.id, statement, typedName: 'Demo Clinician', answers, capturedAt: nowIn(desk) };
    const { code } = await verdictOf(desk.staff.call('recordConfirm', said));
    expectSame('confirm', code, reference.confirm(model, version, desk.app.clock.now()));
  });
}

function againStep(kind: 'reopen' | 'reconsent'): Step {
  return new Step(kind, async (model, desk) => {
    const call = kind === 'reopen' ? ('recordReopen' as const) : ('recordReconsent' as const);
    const { code, answer } = await verdictOf(desk.staff.call(call, { id: desk.recordID, reason: 'A new finding' }));
    expectSame(kind, code, reference.mayWriteAgain(model, kind));
    if (answer !== undefined) reference.writeAgain(model, answer.consentID);
  });
}

function clockStep(minutes: number): Step {
  return new Step(`${minutes} minutes pass`, async (_, { app }) => app.clock.advance((minutes / 1440) * DAY));
}

function jobsStep(): Step {
  return new Step('jobs', async (model, { app }) => {
    // Nothing of a clock that was set back is left to wait for.
    app.clock.advance(10 * 60_000);
    await app.doJobs();
    for (const version of model.versions) if (version.seal === 'SEALING') version.seal = 'SEALED';
  });
}
