import { checkOf } from '#tests/support/forms/ticks-on-paper.ts';
import { randomUUID } from 'node:crypto';
import type { Input, Output } from '#contract/calls.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { decides, ROLE_RULES, signsUnderAccount } from '#domain/forms/signer-roles.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { anAbleChild, allSign, family2, sent2 } from '#tests/support/forms/form-2.ts';
import {
  capacityWithAttorney,
  capacityWithSecondOpinion,
  completeCapacity,
  DEMO_DAUGHTER,
  formFourSent,
} from '#tests/support/forms/form-4.ts';
import { callerOf, DEMO_PASSWORD, sent, templateId, typed, wave, type Caller } from '#tests/support/forms/builders.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { kept, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { everybody, paperDesk } from '#tests/server/work/paper/paper-desk.ts';

type Sent = Output<'consentSend'>['data'];
type Signer = Sent['recipients'][number];
type Staff = Caller & { token: string; deviceId: string };

/** The ways by which somebody signs. */
export const WAYS = ['tablet', 'link', 'offline queue', 'paper'] as const;
export type Way = (typeof WAYS)[number];

const interpreting = {
  interpreterNeeded: true,
  interpreter: { name: 'Ines Demo-Interpreter', language: 'Polish', signsHere: true, for: 'BOTH' as const, agencyId: 'D-17' },
};
const mark = { method: 'MARK_WITNESSED' as const, strokes: [[{ x: 0.5, y: 0.5, t: 0 }]] };
const witness = {
  name: 'Wendy Demo-Witness',
  role: 'Nurse',
  adult: true,
  method: 'TYPED',
  typedName: 'Wendy Demo-Witness',
} as const;

/** Forms that are out, of every type, with all roles among them; `change`: how the first of their signers signs on a tablet. */
export const FORMS: Readonly<Record<string, { send: (staff: Caller) => Promise<Sent>; change?: Partial<Input<'recordSign'>> }>> =
  {
    'Form 1': { send: (staff) => sent(staff) },
    'Form 1 with an interpreter': { send: (staff) => sent(staff, interpreting) },
    'Form 1 with a mark': { send: (staff) => sent(staff), change: { ...mark, witness } },
    'Form 3': {
      send: async (staff) => sent(staff, { formType: 'FORM_3', templateID: await templateId(staff, 'FORM_3') }),
    },
    'Form 2, one parent': { send: (staff) => sent2(staff) },
    'Form 2, two parents and the child': { send: (staff) => sent2(staff, allSign()) },
    'Form 2, a child alone': {
      send: (staff) => sent2(staff, family2({ basis: 'CHILD' as 'PARENT', child: anAbleChild(), parents: [] })),
    },
    'Form 4, somebody consulted': {
      send: (staff) => formFourSent(staff, completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } })),
    },
    'Form 4, an attorney': { send: (staff) => formFourSent(staff, capacityWithAttorney()) },
    'Form 4, a second opinion': { send: (staff) => formFourSent(staff, capacityWithSecondOpinion()) },
  };

/** Whether this signer says no in a history of this number, where a no is kept and the form may go on without it. */
function saysNo({ role }: Signer, nth: number): boolean {
  return nth % 2 === 1 && ROLE_RULES[role].mayDecline === 'counts';
}

/** One history: everybody on a form does all that the way allows, and then signs or says no. @returns the case */
export async function history(
  app: TestApp,
  staff: Staff,
  { form, way, nth }: { form: string; way: Way; nth: number },
): Promise<Sent> {
  const { send, change = {} } = FORMS[form]!;
  const version = await send(staff);
  if (way === 'paper') {
    await onPaper(app, staff, version);
    return version;
  }
  const others = version.recipients.filter(({ role }) => !signsUnderAccount(role));
  for (const [at, signer] of others.entries()) {
    const isMarked = change.method !== undefined && at === 0;
    const act = { staff, version, signer, isNo: saysNo(signer, nth + at), change: isMarked ? change : {} };
    if (way === 'offline queue') await queued(app, act);
    else if (way === 'link' && ROLE_RULES[signer.role].mayUseLink && !isMarked) await byLink(app, act);
    else await onTablet(app, act);
    if ((await statusOf(staff, version)) === 'DECLINED') return version;
  }
  await staff.call('recordSign', typed(await presentForm(staff, version)));
  return version;
}

type Act = {
  readonly staff: Staff;
  readonly version: Sent;
  readonly signer: Signer;
  readonly isNo: boolean;
  readonly change: Partial<Input<'recordSign'>>;
};

async function onTablet(app: TestApp, { staff, version, signer, isNo, change }: Act): Promise<void> {
  const holder = await signerAt(app, staff, version, [signer.role, signer.signing_order]);
  await talk(staff, holder, version, signer);
  // Another name than the form's, as people sign.
  const name = { name: `${signer.recipient_name} the Elder` };
  if (isNo) await holder.call('recordDecline', { consentID: version.consentID, reason: 'I want to wait' });
  else {
    const details = ticketDetails(await holder.call('consentDetailsByToken', { token: holder.token }));
    await holder.call('recordSign', signatureAt(details, { ...name, ...change }));
  }
  await holder.call('userUnlock', { password: DEMO_PASSWORD });
}

async function byLink(app: TestApp, { staff, version, signer, isNo }: Act): Promise<void> {
  const { data } = await staff.call('recordSendInvite', {
    id: version.recordID,
    invites: [{ signing_order: signer.signing_order, channel: 'QR' }],
  });
  const token = data[0]!.link!.url.split('/').at(-1)!;
  const nobody = callerOf(app);
  await nobody.call('consentVerifyUser', { token });
  const { patient } = (await staff.call('recordDetails', { id: version.recordID })).data.record;
  const words = signer.recipient_name.split(' ');
  const { ticket } =
    signer.role === 'INTERPRETER'
      ? await nobody.call('recordVerifyInterpreter', { id: token, name: signer.recipient_name, code: 'D-17' })
      : await nobody.call('recordVerifyPatient', {
          id: token,
          patientDetails: { dateOfBirth: patient.dateOfBirth, lastName: words.at(-1)! },
        });
  const holder = callerOf(app, ticket);
  await holder.call('consentDetailsByToken', { token: ticket });
  await talk(staff, holder, version, signer);
  if (isNo) return void (await holder.call('recordDecline', { consentID: version.consentID, reason: 'I want to wait' }));
  const details = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
  await holder.call('recordSign', signatureAt(details));
}

/** All that a signer may do before signing. */
async function talk(staff: Caller, holder: Caller, version: Sent, { role }: Signer): Promise<void> {
  const { consentID } = version;
  await holder.call('recordIdentity', { consentID, confirmed: false });
  await holder.call('recordIdentity', { consentID, confirmed: true });
  await holder.call('recordLater', { consentID, comments: 'Until noon' });
  if (ROLE_RULES[role].mayAsk) {
    const { data } = await holder.call('recordQuestion', { consentID, text: 'How long will it take?' });
    await staff.call('recordAnswer', { id: data.id, answer: 'An hour' });
  }
  const form = await presentForm(staff, version);
  if (decides(role) && form.signatures.length === 0) await holder.call('recordAnswers', { consentID, mattersToMe: 'To read' });
}

/** The same acts as a tablet without a network queued them, sent on by the clinician. */
async function queued(app: TestApp, { staff, version, signer, isNo, change }: Act): Promise<void> {
  const { consentID } = version;
  const about = { consentID, role: signer.role, signing_order: signer.signing_order, handoverId: randomUUID() };
  const when = { capturedAt: new Date(app.clock.now() - 60_000).toISOString(), clockOffset: 0 };
  const form = await presentForm(staff, version);
  const ofPlace = fullShownOf(form.shown)?.statements.find(({ order }) => order === signer.signing_order);
  const signature: Input<'recordSign'> = {
    ...about,
    name: signer.recipient_name,
    method: 'DRAWN',
    strokes: wave(),
    statement: ofPlace?.text ?? form.statements[signer.role] ?? '',
    contentDigest: form.contentDigest ?? '',
    capturedAt: when.capturedAt,
    ...change,
  };
  const ops = [
    kept('consentSendToSign', about, when),
    kept('recordIdentity', { ...about, confirmed: true }, when),
    kept('recordLater', { ...about, comments: 'Until noon' }, when),
    isNo ? kept('recordDecline', { ...about, reason: 'I want to wait' }, when) : kept('recordSign', signature, when),
  ];
  const results = await sendEnvelope(app, staff, ops);
  const refused = results.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`a queued call was refused: ${JSON.stringify(refused.body)}`);
}

async function onPaper(app: TestApp, staff: Staff, version: Sent): Promise<void> {
  const { consentID } = version;
  const { upload, printed } = paperDesk(app, () => staff);
  const signedOn = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { sha256 } = await upload(consentID, await printed(consentID));
  const signers = everybody(version, signedOn);
  await staff.call('recordConfirmScan', checkOf(version, { sha256 }, { signers }));
}

async function presentForm(staff: Caller, { recordID }: Pick<Sent, 'recordID'>): Promise<Sent> {
  return (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
}

async function statusOf(staff: Caller, version: Sent): Promise<Sent['status']> {
  return (await presentForm(staff, version)).status;
}
