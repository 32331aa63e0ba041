import { randomUUID } from 'node:crypto';
import type { TicketDetails } from '#contract/signing.ts';
import { mustBeTalkedAbout } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { ANSWERED_CHOICES } from './answered-choices.ts';
import { ticketDetails } from './ticket-details.ts';
import { call, callForFile, CallFailed } from '#contract/engine/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { TestApp } from '#tests/support/server/app.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo2026!';

/** A server that accepts calls, in this process or another. */
export type Reached = Pick<TestApp, 'wire'>;

/** A server in another process. @param options - as the call's own; without them `fetch` and its time limit */
export function reachedAt(origin: string, options: { fetch?: typeof fetch; limitMs?: number } = {}): Reached {
  return { wire: (token, idempotencyKey) => ({ fetch, root: `${origin}/api`, token, idempotencyKey, ...options }) };
}

type JsonCall = { [K in CallName]: Calls[K]['answer'] extends 'json' ? K : never }[CallName];

/** A client without a screen: makes calls of the contract with one token. */
export type Caller = {
  readonly token: string | undefined;
  call<K extends JsonCall>(name: K, input: Input<K>, idempotencyKey?: string): Promise<Output<K>>;
  /** as `call`, for a call that must be refused @throws Error when it succeeds */
  refused<K extends JsonCall>(name: K, input: Input<K>, idempotencyKey?: string): Promise<CallFailed>;
  download(consentID: string): Promise<Buffer>;
};

export function callerOf(server: Reached, token?: string): Caller {
  const make: Caller['call'] = (name, input, key) => call(calls[name], input, server.wire(token, key));
  return {
    token,
    call: make,
    refused: async (name, input, key) => {
      const answer = await make(name, input, key).catch((error: unknown) => error);
      if (answer instanceof CallFailed) return answer;
      throw answer instanceof Error ? answer : new Error(`${name} was not refused`);
    },
    download: async (request_id) => {
      const file = await callForFile(calls.consentDownload, { request_id }, server.wire(token));
      return Buffer.from(await file.arrayBuffer());
    },
  };
}

/** Signs a demo account in. */
export async function signIn(server: Reached, email = 'clinician@demo.nhs.uk'): Promise<Caller & { token: string }> {
  const { token } = await callerOf(server).call('userLogin', { email, password: DEMO_PASSWORD });
  return { ...callerOf(server, token), token };
}

let made = 0;

/** A patient as form input, unique in the run. */
export function aPatient(change: Partial<Input<'patientCreate'>> = {}): Input<'patientCreate'> {
  made += 1;
  return {
    firstName: 'Test',
    lastName: `Demo-Builder-${made}-${randomUUID().slice(0, 8)}`,
    dateOfBirth: '1950-03-14',
    ...change,
  };
}

/** A valid NHS number of the range reserved for tests (999…). @param nth - another number for another `nth` */
export function testNhsNumber(nth: number): string {
  let left = nth;
  for (let body = 999_500_000; ; body += 1)
    for (const digit of '0123456789') if (isNhsNumber(`${body}${digit}`) && left-- === 0) return `${body}${digit}`;
}

/** Enough ink for a signature: a wave over most of the pad. */
export function wave(): { x: number; y: number; t: number }[][] {
  return [Array.from({ length: 40 }, (_, at) => ({ x: 0.1 + at * 0.02, y: 0.5 + 0.3 * Math.sin(at / 3), t: at * 16 }))];
}

type Draft = Omit<Input<'consentCreate'>, 'patientID' | 'formType'> & {
  patientID?: string;
  formType?: Input<'consentCreate'>['formType'];
};

/** The id of a procedure of the library, by a word of its name. */
export async function procedureId(staff: Caller, search = 'cataract'): Promise<string> {
  return (await staff.call('procedureGet', { search })).data.records[0]!.procedureID;
}

/** The id of the seeded template of a form type. */
export async function templateId(staff: Caller, search = 'FORM_1'): Promise<string> {
  return (await staff.call('templatesGet', { search })).data.records[0]!._id;
}

/** A complete draft of FORM_1 for a new patient, unless changed. */
export async function draft(staff: Caller, change: Draft = {}): Promise<Output<'consentCreate'>> {
  const patientID = change.patientID ?? (await staff.call('patientCreate', aPatient())).data.patient.id;
  return staff.call('consentCreate', {
    formType: 'FORM_1',
    templateID: await templateId(staff),
    procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
    ...change,
    patientID,
  });
}

/** A version that is ready to sign. */
export async function sent(staff: Caller, change: Draft = {}): Promise<Output<'consentSend'>['data']> {
  const { consentID, version } = await draft(staff, change);
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

/** The holder of a new ticket for one role of a version. */
export async function handOver(
  server: Reached,
  staff: Caller,
  { consentID, role = 'PATIENT' }: { consentID: string; role?: SignerRole },
): Promise<Caller & { token: string; handoverId: string; details: TicketDetails }> {
  const { ticket, handoverId } = await staff.call('consentSendToSign', { consentID, role });
  const holder = callerOf(server, ticket);
  const data = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
  return { ...holder, token: ticket, handoverId, details: data };
}

/** A drawn signature over the content that a ticket shows. */
export function inked(
  { consent, role, statement, contentDigest, recipients }: TicketDetails,
  change: Partial<Input<'recordSign'>> = {},
): Input<'recordSign'> {
  const name = recipients.find((each) => each.role === role)?.recipient_name ?? 'Nobody';
  return {
    consentID: consent.consentID,
    role,
    name,
    method: 'DRAWN',
    strokes: wave(),
    statement,
    contentDigest,
    capturedAt: '2026-08-06T14:04:30.000Z',
    ...(role === 'WITNESS' ? { adult: true } : {}),
    ...change,
  };
}

/** The clinician's own typed signature over a sent version, with a reason for each choice about which somebody wants to talk. */
export function typed(version: Output<'consentSend'>['data'], change: Partial<Input<'recordSign'>> = {}): Input<'recordSign'> {
  const { consentID, contentDigest, statements } = version;
  const wishes = openPointsOnForm(version).filter(mustBeTalkedAbout);
  return {
    consentID,
    role: 'CLINICIAN',
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: statements['CLINICIAN'] ?? '',
    contentDigest: contentDigest ?? '',
    capturedAt: '2026-08-06T14:04:50.000Z',
    ...(wishes.length === 0 ? {} : { openPoints: wishes.map(({ id }) => ({ choiceID: id, reason: 'The ward talks about it' })) }),
    ...change,
  };
}

/** Makes everybody of a sent version sign: the others on the handed-over tablet, the clinician last. */
export async function signAll(server: Reached, staff: Caller, version: Output<'consentSend'>['data']): Promise<void> {
  for (const { role } of version.recipients) {
    if (role === 'CLINICIAN') continue;
    const holder = await handOver(server, staff, { consentID: version.consentID, role });
    await holder.call('recordSign', inked(holder.details));
  }
  await staff.call('recordSign', typed(version));
}

/** A version that everybody has signed, with nothing left open; sealed once the jobs are done. */
export async function signed(server: Reached, staff: Caller, change: Draft = {}): Promise<Output<'consentSend'>['data']> {
  const version = await sent(staff, { additionalChoices: ANSWERED_CHOICES, ...change });
  await signAll(server, staff, version);
  return version;
}
