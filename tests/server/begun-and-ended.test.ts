import { expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { call, CallFailed } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import {
  aPatient,
  callerOf,
  DEMO_PASSWORD,
  draft,
  procedureId,
  sent,
  signAll,
  signIn,
  templateId,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { aProcedure } from '#tests/support/forms/procedures.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { A_TEMPLATE } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Whatever somebody can begin, the same person can end, or is refused at its beginning: nobody is left with work that only waits.

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

/** The people of the demo hospital, one of each role. */
const PEOPLE = ['admin', 'bch', 'clinician', 'nurse', 'hospital', 'referrer', 'reader', 'auditor'] as const;
const aName = async () => `Begun ${crypto.randomUUID().slice(0, 8)}`;
const aPatientId = async () => (await staff.call('patientCreate', aPatient())).data.patient.id;
const reason = 'As it was begun by mistake';
type Out = Output<'consentSend'>['data'];
/** A form that is out, and the place of somebody who has not signed it. */
type OutFor = { readonly form: Out; readonly role: SignerRole; readonly order: number };

/** Something that one may begin. `given`: made before by a clinician, once for each state; `begin` answers what `end` needs. */
type Act<Given, Begun> = {
  readonly given: Readonly<Record<string, () => Promise<Given>>>;
  readonly begin: (caller: Caller, given: Given) => Promise<Begun>;
  readonly end: (caller: Caller, begun: Begun) => Promise<unknown>;
};
const act = <Given, Begun>(one: Act<Given, Begun>): Act<unknown, unknown> => one as unknown as Act<unknown, unknown>;

const unsigned = async (): Promise<OutFor> => ({ form: await sent(staff), role: 'PATIENT', order: 1 });
/** One of two parents has signed. */
const partlySigned = async (): Promise<OutFor> => {
  const form = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  await (await signerAt(app, staff, form, ['PARENT', 1])).sign();
  return { form, role: 'PARENT', order: 2 };
};
const OUT = { 'nobody has signed': unsigned, 'partly signed': partlySigned } as const;
const patientOf = async ({ form }: OutFor) => (await staff.call('recordDetails', { id: form.recordID })).data.record.patient;

const ACTS: Readonly<Record<string, Act<unknown, unknown>>> = {
  'a draft': act({
    given: {
      'a new patient': aPatientId,
      'a patient with a form partly signed': async () => (await patientOf(await partlySigned())).id,
    },
    begin: async (caller, patientID) =>
      caller.call('consentCreate', {
        patientID,
        formType: 'FORM_1',
        templateID: await templateId(staff),
        procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT' }],
        interpreterNeeded: false,
      }),
    end: (caller, { recordID }) => caller.call('recordDelete', { id: recordID }),
  }),
  'a form that is out': act({
    given: {
      'a new draft': () => draft(staff),
      'taken back when it was partly signed': async () => {
        const { form } = await partlySigned();
        await staff.call('recordRecall', { consentID: form.consentID, reason });
        const { consents } = (await staff.call('recordDetails', { id: form.recordID })).data;
        return { consentID: form.consentID, version: consents[0]!.version };
      },
    },
    begin: (caller, { consentID, version }) => caller.call('consentSend', { consentID, version, channel: 'DEVICE' }),
    end: (caller, { data }) => caller.call('recordRecall', { consentID: data.consentID, reason }),
  }),
  'a handover': act({
    given: OUT,
    begin: (caller, { form, role, order }: OutFor) =>
      caller.call('consentSendToSign', { consentID: form.consentID, role, signing_order: order }),
    end: (_, { ticket }) => callerOf(app, ticket).call('userUnlock', { password: DEMO_PASSWORD }),
  }),
  'a link': act({
    given: OUT,
    begin: async (caller, { form, order }: OutFor) => {
      await caller.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: order, channel: 'QR' }] });
      return { consentID: form.consentID, signing_order: order };
    },
    end: (caller, link) => caller.call('recordEndLink', link),
  }),
  'a new version': act({
    given: {
      signed: async () => {
        const form = await sent(staff);
        await signAll(app, staff, form);
        await app.doJobs();
        return form;
      },
      'partly signed': async () => (await partlySigned()).form,
    },
    begin: (caller, { recordID }: Out) => caller.call('recordReopen', { id: recordID, reason }),
    end: (caller, { data }) => caller.call('recordDelete', { id: data.recordID }),
  }),
  'a scan of a paper form': act({
    given: OUT,
    begin: async (caller, { form: { consentID } }: OutFor) => {
      const input = { consentID, files: [new Blob([new Uint8Array(blankPage())])] };
      const { data } = await call(calls.consentBitpaperUpload, input, app.wire(caller.token));
      return { consentID, sha256: data.sha256 };
    },
    end: (caller, { consentID, sha256 }) => caller.call('recordDiscardScan', { consentID, sha256 }),
  }),
  'a place on a list': act({
    given: OUT,
    begin: async (caller, { form: { recordID } }: OutFor) => {
      const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
      const listed = { date: '2026-08-07', theatre: null, listType: 'THEATRE' } as const;
      return (await caller.call('recordUpdate', { recordID, version, listed })).data;
    },
    end: (caller, { recordID, version }) => caller.call('recordUpdate', { recordID, version, listed: null }),
  }),
  'a template': act({
    given: { any: aName },
    begin: (caller, name) => caller.call('templatesCreate', { name, formType: 'FORM_1', data: [...A_TEMPLATE] }),
    end: (caller, { data }) => caller.call('templatesDelete', { _id: data._id }),
  }),
  'a review of a procedure': act({
    given: { any: async () => aProcedure() },
    begin: async (caller, input) => {
      const { procedureID, revision } = (await caller.call('procedureCreate', input)).data;
      return (await caller.call('procedureUpdateStatus', { procedureID, revision, status: 'UNDER_REVIEW' })).data;
    },
    end: (caller, { procedureID, revision }) =>
      caller.call('procedureUpdateStatus', { procedureID, revision, status: 'DRAFT', note: reason }),
  }),
  'a legal hold': act({
    given: {
      'a new patient': async () => (await staff.call('patientCreate', aPatient())).data.patient.recordID ?? '',
      'a patient with a form partly signed': async () => (await patientOf(await partlySigned())).recordID ?? '',
    },
    begin: (caller, patient) => caller.call('retentionHold', { patient, reason }),
    end: (caller, { data }) => caller.call('retentionLift', { id: data.id, reason }),
  }),
  'a role': act({
    given: { any: aName },
    begin: (caller, name) => caller.call('roleCreate', { name, permissions: ['consents.read'] }),
    end: (caller, { data }) => caller.call('roleDeleteSafely', { id: data._id }),
  }),
  'a referral': act({
    given: { any: async () => (await staff.call('userMe', {})).user._id },
    begin: async (caller, userId) => {
      const patientID = (await caller.call('patientCreate', aPatient())).data.patient.id;
      const question = 'Is an operation right?';
      return (await caller.call('recordRefer', { patientID, to: { userId }, question, submit: false })).data;
    },
    end: (caller, { recordID, version }) => caller.call('recordReferral', { recordID, version, move: 'CLOSE' }),
  }),
};

/** Every act in every state in which it may be begun. */
const STATES = Object.entries(ACTS).flatMap(([name, { given, begin, end }]) =>
  Object.entries(given).map(([state, make]) => ({ what: `${name}: ${state}`, make, begin, end })),
);

const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof CallFailed) return { refused: error };
      throw error;
    },
  );

test.each(PEOPLE)('%s ends what they began, or is refused at its beginning', async (name) => {
  const caller = await signIn(app, `${name}@demo.nhs.uk`);
  const begun: string[] = [];
  for (const { what, make, begin, end } of STATES) {
    const start = await outcome(begin(caller, await make()));
    if ('refused' in start) {
      // A patient whom somebody does not see is told as none.
      expect([what, start.refused.code]).toEqual([what, expect.stringMatching(/^(?:FORBIDDEN|NOT_FOUND)$/)]);
      continue;
    }
    const ended = await outcome(end(caller, start.value));
    expect([what, 'refused' in ended ? JSON.stringify([ended.refused.message, ended.refused.fields]) : 'ended']).toEqual([
      what,
      'ended',
    ]);
    begun.push(what);
  }
  expect(begun.length > 0, begun.join()).toBe(!['nurse', 'reader', 'auditor'].includes(name));
});
