import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, anotherParent, aParent, CHILD_BORN, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let auditor: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  auditor = await signIn(opened, 'auditor@demo.nhs.uk');
});

const permissions = SEEDED_ROLES.find(({ key }) => key === 'AUDITOR')?.permissions ?? [];
/** Every name and word that somebody at the bedside gave, as no auditor reads it. */
const NAMES = ['Zebedee', 'Demo-Quince', 'Morwenna', 'Peregrine', 'Ottoline', 'marmalade'];

/** A form of a family that was read, answered, refused by one adult and settled, with an interpreter. */
async function wholeStory(): Promise<{ recordID: string; number: string }> {
  const born = { firstName: 'Zebedee', lastName: 'Demo-Quince', dateOfBirth: CHILD_BORN };
  const { patient } = (await staff.call('patientCreate', aPatient(born))).data;
  const parents = [aParent({ name: 'Morwenna Demo-Quince' }), anotherParent({ name: 'Peregrine Demo-Quince' })];
  const interpreter = {
    name: 'Ottoline Demo-Voice',
    language: 'Polish',
    mode: 'IN_PERSON' as const,
    signing: 'HERE' as const,
    agencyId: 'A 1',
    adult: true,
    for: 'PARENT' as const,
  };
  const form = await sent2(staff, {
    patientID: patient.id,
    ...family2({ parents, child: aChild() }),
    interpreterNeeded: true,
    interpreter,
  });
  const places = form.recipients.map(({ role, signing_order }) => [role, signing_order] as const);
  const [first, second] = places.filter(([role]) => role === 'PARENT');
  const mother = await signerAt(app, staff, form, first!);
  await mother.call('recordAnswers', { consentID: form.consentID, mattersToMe: 'No marmalade' });
  for (const [role, order] of places.filter(([each]) => each === 'INTERPRETER')) {
    const voice = await signerAt(app, staff, form, [role, order]);
    await voice.call('recordIdentity', { consentID: form.consentID, confirmed: true });
    await voice.sign({ comments: 'She likes marmalade' });
  }
  const again = await signerAt(app, staff, form, first!);
  await again.sign({ comments: 'Please ring Peregrine' });
  const father = await signerAt(app, staff, form, second!);
  await father.call('recordDecline', { consentID: form.consentID, reason: 'Morwenna did not ask me', comments: 'marmalade' });
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'marmalade' });
  return { recordID: form.recordID, number: patient.recordID ?? '' };
}

test('no answer that is open to an auditor names a patient, a parent or an interpreter, or holds their words', async () => {
  const { recordID, number } = await wholeStory();
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  const inputs: Partial<Record<CallName, object>> = {
    recordTimeline: { id: recordID },
    auditGet: { patient: number, limit: 100 },
    auditExport: { patient: number, format: 'CSV' },
    auditAccessReport: { patient: number, format: 'CSV' },
    auditReasons: {},
    dashboardInfo: {},
    experienceFigures: { from: '2026-06', to: '2026-07' },
    dashboardChart: { time: 'day' },
    securityGet: {},
    securityExport: { startDate: today },
  };
  const open = Object.entries<Call>(calls).filter(([, { access }]) => permissions.some((each) => access.includes(each)));
  expect(Object.keys(inputs).toSorted()).toEqual(open.map(([name]) => name).toSorted());
  for (const [name, { answer }] of open) {
    const key = name as 'auditGet';
    const input = inputs[key] as Parameters<typeof auditor.call<'auditGet'>>[1];
    const text =
      answer === 'file'
        ? Buffer.from(
            await (await callForFile(calls[name as 'auditExport'], input as never, app.wire(auditor.token))).arrayBuffer(),
          ).toString()
        : JSON.stringify(await auditor.call(key, input));
    expect(text.length, name).toBeGreaterThan(20);
    for (const each of NAMES) expect(text.includes(each), `${name} says ${each}`).toBe(false);
  }
});

test('an auditor follows what was done: roles in the place of names, ids, digests and places as they are', async () => {
  const { recordID } = await wholeStory();
  const read = async (by: Caller) => (await by.call('recordTimeline', { id: recordID })).data.events;
  const [theirs, own] = [await read(auditor), await read(staff)];
  expect(theirs.map(({ id, type, at, hash }) => [id, type, at, hash])).toEqual(
    own.map(({ id, type, at, hash }) => [id, type, at, hash]),
  );
  const signed = theirs.filter(({ type }) => type === 'SIGNED');
  expect(signed.map(({ actor }) => actor.name)).toEqual(['Interpreter', 'Parent']);
  expect(theirs.find(({ type }) => type === 'DECLINED')?.actor).toMatchObject({ kind: 'SIGNER', name: 'Parent 2' });
  expect(signed[1]?.detail).toMatchObject({ role: 'PARENT', method: 'DRAWN', evidence: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(own.some(({ actor }) => actor.name === 'Peregrine Demo-Quince')).toBe(true);
});
