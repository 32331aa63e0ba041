import type { Input, Output } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import { draft, sent, signIn, templateId, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, anotherParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { completeCapacity, DEMO_DAUGHTER, formFourSent } from '#tests/support/forms/form-4.ts';
import { signatureAt, signerAt, type SignerAt } from '#tests/support/forms/signer-at.ts';
import { kept, registerTablet, sendAlone } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  // New forms: the day after the rule.
  opened.clock.advance(Date.parse(NEW_RULES_SINCE) + DAY - opened.clock.now());
  staff = await signIn(opened);
});

type Sent = Output<'consentSend'>['data'];
const now = () => new Date(app.clock.now()).toISOString();
const at = (version: Pick<Sent, 'consentID'>, role: SignerRole, order: number) => signerAt(app, staff, version, [role, order]);
const interpreting = {
  interpreterNeeded: true,
  interpreter: { name: 'Demo Interpreter', language: 'Polish', signsHere: true, for: 'BOTH' as const },
};

/** Forms that are out, each with the place of a signer who makes a mark: of the first shape, and of later ones. */
const FORMS: readonly [of: string, type: FormType, send: () => Promise<Sent>, role: SignerRole, order: number][] = [
  ['Form 1', 'FORM_1', () => sent(staff), 'PATIENT', 1],
  ['Form 1 with an interpreter', 'FORM_1', () => sent(staff, interpreting), 'PATIENT', 1],
  [
    'Form 2',
    'FORM_2',
    () => sent2(staff, { ...family2({ parents: [aParent(), anotherParent()] }), ...interpreting }),
    'PARENT',
    1,
  ],
  [
    'Form 3',
    'FORM_3',
    async () => sent(staff, { formType: 'FORM_3', templateID: await templateId(staff, 'FORM_3') }),
    'PATIENT',
    1,
  ],
  [
    'Form 4',
    'FORM_4',
    () => formFourSent(staff, completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } })),
    'CONSULTEE',
    2,
  ],
];
const METHODS = {
  MARK_WITNESSED: { method: 'MARK_WITNESSED', strokes: [[{ x: 0.5, y: 0.5, t: 0 }]] },
  VERBAL_WITNESSED: { method: 'VERBAL_WITNESSED', strokes: undefined },
} as const;

type Witness = NonNullable<Input<'recordSign'>['witness']>;

/** Ten who are no witness: the field where each is refused. */
function wrongWitnesses({ details: { patient, recipients, consent } }: SignerAt): [Partial<Witness> | undefined, string][] {
  const nameOf = (nth: number) => recipients[nth % recipients.length]!.recipient_name;
  const named = (name: string): [Partial<Witness>, string] => [{ name, role: 'Nurse' }, 'witness.name'];
  return [
    named('Demo Clinician'),
    named('Dr demo  CLINICIAN'),
    named(spokenName(patient)),
    named(spokenName(patient).replaceAll('-', ' ').toUpperCase()),
    named(nameOf(0)),
    named(nameOf(recipients.length - 1)),
    consent.interpreter === null ? named(nameOf(1)) : named('Mr Demo Interpreter'),
    [{ name: 'Demo Brother', role: 'Brother', adult: false }, 'witness.adult'],
    [{ name: 'Demo Witness', role: 'Nurse', adult: true, method: 'TYPED' }, 'witness.typedName'],
    [{ name: 'Demo Witness', role: 'Nurse', method: 'TYPED', typedName: 'Demo Witness' }, 'witness.adult'],
    [undefined, 'witness'],
  ];
}

test.each(FORMS)(
  '%s: ten wrong witnesses are refused by call, and the right one signs or is waited for',
  async (...[, , send, role, order]) => {
    const version = await send();
    const signer = await at(version, role, order);
    for (const how of Object.values(METHODS))
      for (const [witness, path] of wrongWitnesses(signer)) {
        const strokes = how.strokes?.map((stroke) => [...stroke]);
        const body = signatureAt(signer.details, { ...how, strokes, capturedAt: now() });
        const refused = await signer.refused('recordSign', {
          ...body,
          ...(witness === undefined ? {} : { witness: witness as Witness }),
        });
        expect([how.method, witness?.name, refused.fields?.map((each) => each.path)]).toEqual([
          how.method,
          witness?.name,
          [path],
        ]);
      }
    const { data } = await signer.sign({
      ...METHODS.VERBAL_WITNESSED,
      capturedAt: now(),
      witness: { name: 'Demo Witness', role: 'Nurse' },
    });
    expect(data.status).toBe('PARTIALLY_SIGNED');
    const { consents } = (await staff.call('recordDetails', { id: version.recordID })).data;
    expect(consents[0]!.addedSigners).toMatchObject([
      { role: 'WITNESS', state: 'WAITING', recipient_name: 'Demo Witness', attests: order },
    ]);
  },
);

test('an ordinary form is not signed before its witness is, who signs later or in the same act', async () => {
  const later = await sent(staff);
  const witness = { name: 'Demo Witness', role: 'Nurse' };
  await (await at(later, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  expect((await staff.call('recordSign', typed(later, { capturedAt: now() }))).data.status).toBe('PARTIALLY_SIGNED');
  const own = await at(later, 'WITNESS', 3);
  expect(own.details.statement).toMatch(/^I was there when .+ answered\. I heard the words\.$/);
  expect(
    (await own.refused('recordSign', signatureAt(own.details, { name: 'Demo Clinician', capturedAt: now() }))).fields,
  ).toMatchObject([{ path: 'name' }]);
  expect((await own.sign({ capturedAt: now() })).data.status).toBe('SIGNED');
  await app.doJobs();
  const sealed = (await staff.call('recordDetails', { id: later.recordID })).data.consents[0]!;
  expect(sealed.sealState).toBe('SEALED');

  const atOnce = await sent(staff);
  const signs = { ...witness, adult: true, method: 'TYPED', typedName: 'Demo Witness' } as const;
  await (await at(atOnce, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness: signs });
  expect((await staff.call('recordSign', typed(atOnce, { capturedAt: now() }))).data.status).toBe('SIGNED');
});

test('nobody who witnessed an ordinary form signs it as its clinician', async () => {
  const version = await sent(staff);
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  const witness = { name: 'Demo Eyes', role: 'Consultant', adult: true, method: 'TYPED', typedName: 'Demo Eyes' } as const;
  await (await at(version, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  const refused = await eyes.refused('recordSign', typed(version, { capturedAt: now() }));
  expect(refused.fields?.map(({ path }) => path)).toEqual(['name']);
});

test('nobody who witnessed a form signs it in another role', async () => {
  const version = await sent(staff, interpreting);
  const witness = { name: 'Demo Witness', role: 'Nurse', adult: true, method: 'TYPED', typedName: 'Demo Witness' } as const;
  await (await at(version, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  const { signing_order: order } = version.recipients.find(({ role }) => role === 'INTERPRETER')!;
  const interpreter = await at(version, 'INTERPRETER', order);
  const own = {
    method: 'TYPED',
    strokes: undefined,
    name: 'demo  WITNESS',
    typedName: 'demo  WITNESS',
    capturedAt: now(),
  } as const;
  const refused = await interpreter.refused('recordSign', signatureAt(interpreter.details, own));
  expect(refused.fields?.map(({ path }) => path)).toEqual(['name']);
  expect((await interpreter.sign({ capturedAt: now() })).data.signerState).toBe('SIGNED');
});

test('a witness who signs later says that they are of age, but for a call from a queue', async () => {
  const asked = async () => {
    const version = await sent(staff);
    const witness = { name: 'Demo Witness', role: 'Nurse' };
    await (await at(version, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
    const own = await at(version, 'WITNESS', 3);
    const { adult: _, ...body } = signatureAt(own.details, { capturedAt: now() });
    return { own, body };
  };
  const { own, body } = await asked();
  for (const change of [{}, { adult: false }])
    expect((await own.refused('recordSign', { ...body, ...change })).fields?.map(({ path }) => path)).toEqual(['adult']);
  expect((await own.call('recordSign', { ...body, adult: true })).data.signerState).toBe('SIGNED');
  const tablet = await registerTablet(await signIn(app));
  const queued = await asked();
  const input = { ...queued.body, handoverId: queued.own.handoverId };
  expect((await sendAlone(app, tablet, kept('recordSign', input, { capturedAt: now() }))).status).toBe(200);
});

test('a form of the first shape that was made ready before the rule takes the words of a witness, whoever it is', async () => {
  const version = await sent(staff);
  const before = new Date(Date.parse(NEW_RULES_SINCE) - 1).toISOString();
  await app.database.db.updateTable('consents').set({ sent_at: before }).where('id', '=', version.consentID).execute();
  const witness = { name: 'Demo Clinician', role: 'Doctor' };
  await (await at(version, 'PATIENT', 1)).sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  expect((await staff.call('recordSign', typed(version, { capturedAt: now() }))).data.status).toBe('SIGNED');
  // Of a later shape it is held to the rule as it always was.
  const full = await sent(staff, interpreting);
  await app.database.db.updateTable('consents').set({ sent_at: before }).where('id', '=', full.consentID).execute();
  const signer = await at(full, 'PATIENT', 1);
  const body = signatureAt(signer.details, { ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  expect((await signer.refused('recordSign', body)).fields?.map(({ path }) => path)).toEqual(['witness.name']);
});

test('the date of a form that a tablet made ready without a network is the tablet’s', async () => {
  const tablet = await registerTablet(await signIn(app));
  const made = async (capturedAt: string) => {
    const { consentID, version, data } = await draft(staff);
    const sending = { consentID, version, channel: 'DEVICE', templateVersion: data.templateVersion!, shownVersion: 2 } as const;
    expect((await sendAlone(app, tablet, kept('consentSend', sending, { capturedAt }))).status).toBe(200);
    return at({ consentID }, 'PATIENT', 1);
  };
  const witness = { name: 'Demo Clinician', role: 'Doctor' };
  const old = await made(new Date(Date.parse(NEW_RULES_SINCE) - DAY).toISOString());
  await old.sign({ ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  const young = await made(now());
  const body = signatureAt(young.details, { ...METHODS.VERBAL_WITNESSED, capturedAt: now(), witness });
  expect((await young.refused('recordSign', body)).fields?.map(({ path }) => path)).toEqual(['witness.name']);
});
