import type { Input, Output } from '#contract/calls.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { completeCapacity, DEMO_DAUGHTER, DEMO_SECOND_OPINION, formFourDraft } from './form-4.ts';
import { draft2 } from './form-2.ts';
import { draft, procedureId, templateId, type Caller } from './builders.ts';

type NewPerson = Input<'recordSendInvite'>['invites'][number];

/** A new person for every role, with all that a form asks of somebody in it: a link shown as a code. */
export const NEW_PEOPLE: Readonly<Record<SignerRole, NewPerson & { readonly name: string; readonly role: SignerRole }>> = {
  PATIENT: { name: 'Nora Demo-New', role: 'PATIENT', channel: 'QR' },
  CHILD: { name: 'Nora Demo-New', role: 'CHILD', channel: 'QR' },
  CLINICIAN: { name: 'Nora Demo-New', role: 'CLINICIAN', channel: 'QR' },
  CONFIRMER: { name: 'Nora Demo-New', role: 'CONFIRMER', channel: 'QR' },
  WITNESS: { name: 'Nora Demo-New', role: 'WITNESS', channel: 'QR' },
  PARENT: {
    name: 'Ben Demo-Father',
    role: 'PARENT',
    channel: 'QR',
    parent: { relation: 'Father', responsibility: 'FATHER_REGISTERED' },
  },
  INTERPRETER: {
    name: 'Ines Demo-Interpreter',
    role: 'INTERPRETER',
    channel: 'QR',
    interpreter: { language: 'Polish', agencyId: 'D-17' },
  },
  CONSULTEE: {
    name: 'Dan Demo-Son',
    role: 'CONSULTEE',
    channel: 'QR',
    consulted: {
      relation: 'Son',
      paid: false,
      how: 'PHONE',
      at: DEMO_DAUGHTER.at,
      view: 'He thinks that she would want it.',
      against: false,
    },
  },
  SECOND_OPINION: {
    name: DEMO_SECOND_OPINION.name,
    role: 'SECOND_OPINION',
    channel: 'QR',
    secondOpinion: { role: DEMO_SECOND_OPINION.role, view: 'AGREES', at: DEMO_SECOND_OPINION.at },
  },
};

/** A complete draft of each type, on which one person beside the clinician signs. @param patientID - of a new patient unless named */
const DRAFTS: Readonly<Record<FormType, (staff: Caller, patientID?: string) => Promise<Output<'consentCreate'>>>> = {
  FORM_1: async (staff, patientID) => draft(staff, of(patientID)),
  FORM_2: async (staff, patientID) => draft2(staff, of(patientID)),
  FORM_3: async (staff, patientID) =>
    draft(staff, {
      ...of(patientID),
      formType: 'FORM_3',
      templateID: await templateId(staff, 'FORM_3'),
      procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT', anaesthetic: ['LOCAL'] }],
    }),
  FORM_4: async (staff, patientID) =>
    formFourDraft(staff, {
      ...of(patientID),
      capacity: completeCapacity({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }),
    }),
};

const of = (patientID: string | undefined) => (patientID === undefined ? {} : { patientID });

/** As {@link DRAFTS}, ready to sign. */
export async function outForm(staff: Caller, formType: FormType, patientID?: string): Promise<Output<'consentSend'>['data']> {
  const { consentID, version } = await DRAFTS[formType](staff, patientID);
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

/** An answer without the addresses of its files, which are other ones at each reading. */
export function withoutFileLinks(answer: object): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/\/api\/document\/[\w.-]+/g, '/api/document'));
}
