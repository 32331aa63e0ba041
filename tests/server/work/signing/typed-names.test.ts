import type { Input } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import { sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { signerAt, type SignerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { textOf, unbroken } from '#tests/server/outside/pdf/pdf-tools.ts';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  opened.clock.advance(Date.parse(NEW_RULES_SINCE) + DAY - opened.clock.now());
  staff = await signIn(opened);
});

const now = () => new Date(app.clock.now()).toISOString();
const interpreting = {
  interpreterNeeded: true,
  interpreter: { name: 'Demo Interpreter', language: 'Polish', signsHere: true, for: 'BOTH' as const },
};
const UNLIKE = 'Someone Else';
const NURSE = { name: 'Demo Nurse', role: 'Nurse' };

type Asked = { nameConfirmed?: boolean };
type Signs = (signer: SignerAt, asked: Asked, typedName: string) => Promise<unknown>;

const SPOKEN = { method: 'VERBAL_WITNESSED', strokes: undefined } as const;
const byTyping: Signs = (signer, asked, typedName) =>
  signer.sign({ method: 'TYPED', strokes: undefined, name: typedName, typedName, capturedAt: now(), ...asked });
const inTheAct =
  (how: Partial<Input<'recordSign'>>): Signs =>
  (signer, asked, typedName) =>
    signer.sign({ ...how, capturedAt: now(), witness: { ...NURSE, adult: true, method: 'TYPED', typedName, ...asked } });
const later: Signs = async (signer, asked, typedName) => {
  await signer.sign({ ...SPOKEN, capturedAt: now(), witness: NURSE });
  const { consentID } = signer.details.consent;
  const order = Math.max(...signer.details.recipients.map(({ signing_order }) => signing_order)) + 1;
  await byTyping(await signerAt(app, staff, { consentID }, ['WITNESS', order]), asked, typedName);
};

/** Everybody who signs on a handed-over tablet or by a link; staff sign under the name of their account, whatever is typed. */
const SIGNERS = [
  ['a signer', byTyping, 'PATIENT'],
  ['an interpreter', byTyping, 'INTERPRETER'],
  ['a witness of a mark', inTheAct({ method: 'MARK_WITNESSED', strokes: [[{ x: 0.5, y: 0.5, t: 0 }]] }), 'PATIENT'],
  ['a witness of spoken words', inTheAct(SPOKEN), 'PATIENT'],
  ['a witness who signs later', later, 'PATIENT'],
] as const;

async function noted(signs: Signs, role: 'PATIENT' | 'INTERPRETER', asked: Asked, typedName = UNLIKE) {
  const version = await sent(staff, interpreting);
  const order = version.recipients.find((each) => each.role === role)!.signing_order;
  await signs(await signerAt(app, staff, version, [role, order]), asked, typedName);
  const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
  return { version, notes: timeline.filter(({ detail }) => 'nameConfirmed' in detail).map(({ detail }) => detail) };
}

test.each(SIGNERS.flatMap((row) => ([true, undefined] as const).map((asked) => [...row, asked] as const)))(
  'another name than that of %s is taken, and its evidence says whether anybody asked',
  async (_, signs, role, asked) => {
    const { notes } = await noted(signs, role, asked === undefined ? {} : { nameConfirmed: asked });
    expect(notes).toMatchObject([{ nameAsSigned: UNLIKE, nameConfirmed: asked === true ? 'Yes' : 'Nobody asked' }]);
  },
);

test.each(SIGNERS.slice(2))('a name that %s spells otherwise is noted by nobody', async (_, signs, role) => {
  expect((await noted(signs, role, {}, 'NURSE, demo')).notes).toEqual([]);
});

test('the sealed evidence says that a witness was asked', async () => {
  const { version } = await noted(inTheAct(SPOKEN), 'PATIENT', { nameConfirmed: true });
  const interpreter = version.recipients.find(({ role }) => role === 'INTERPRETER')!;
  await (await signerAt(app, staff, version, ['INTERPRETER', interpreter.signing_order])).sign({ capturedAt: now() });
  await staff.call('recordSign', typed(version, { capturedAt: now() }));
  await app.doJobs();
  expect(unbroken(textOf(await staff.download(version.consentID)))).toContain(
    unbroken('Typed another name than the form’s; asked, the signer said that they sign so'),
  );
});
