import { createHash, randomUUID } from 'node:crypto';
import type { Output } from '#contract/calls.ts';
import { IMPLIED_CHOICES } from '#domain/consents/consent.ts';
import { contentDigest, type ShownContent } from '#domain/consents/digest.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { recipientsOf } from '#domain/consents/recipients.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { aPatient, wave, type Caller } from './builders.ts';
import { kept, type KeptCall } from '#tests/support/tablet/tablet.ts';

/** The data that a tablet cached while it still had a network. */
export type Catalogue = {
  procedure: Output<'procedureGet'>['data']['records'][number];
  template: Output<'templatesGet'>['data']['records'][number];
  clinician: { name: string; email: string };
};

export async function takeAlong(staff: Caller): Promise<Catalogue> {
  const { user } = await staff.call('userMe', {});
  const [procedure] = (await staff.call('procedureGet', { search: 'cataract' })).data.records;
  const [template] = (await staff.call('templatesGet', { search: 'FORM_1' })).data.records;
  return {
    procedure: procedure!,
    template: template!,
    clinician: { name: `${user.firstName} ${user.lastName}`, email: user.email },
  };
}

/** A complete form made on a tablet without a network, with every call of it. */
export type OfflineForm = {
  consentID: string;
  recordID: string;
  patientID: string;
  handoverId: string;
  digest: string;
  create: KeptCall;
  start: KeptCall;
  send: KeptCall;
  handOver: KeptCall;
  patientSigns: KeptCall;
  clinicianSigns: KeptCall;
  /** all of them, in their order */
  ops: KeptCall[];
};

/**
 * Makes patient and form, hands over and lets both sign, from cached data only: ids, digest and statements come from the tablet
 * itself. One call is made each minute.
 *
 * @param at - epoch ms by the tablet's clock
 */
export async function formMadeOffline({ procedure, template, clinician }: Catalogue, at: number): Promise<OfflineForm> {
  const [patientID, consentID, recordID, handoverId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const patient = aPatient({ id: patientID });
  const { firstName = '', lastName, dateOfBirth } = patient;
  const { benefits, risks, alternatives } = procedure;
  const chosen = { procedureID: procedure.procedureID, libraryVersion: procedure.version, side: 'RIGHT' as const, site: 'eye' };
  const interpreting = { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '' };
  const shown: ShownContent = {
    formType: 'FORM_1',
    template: { templateID: template._id, templateVersion: template.version, nodes: template.data },
    procedures: [
      {
        ...chosen,
        procedureName: procedure.procedureName,
        procedureDescription: procedure.procedureDescription ?? '',
        procedureAcronym: procedure.procedureAcronym ?? '',
        sideRequired: procedure.sideRequired ?? false,
        benefits,
        risks,
        removedRisks: [],
        alternatives,
        personalRisks: [],
        anaesthetic: [],
      },
    ],
    answers: { mattersToMe: '', additionalChoices: IMPLIED_CHOICES, refusals: [] },
    interpreting,
    patient: { firstName, lastName, dateOfBirth, nhsNumber: null, hospitalNumber: null },
    recipients: recipientsOf({
      nodes: template.data,
      signers: {
        patient: [{ role: 'PATIENT', name: spokenName({ firstName, lastName }), email: null, required: true }],
        clinic: [{ role: 'CLINICIAN', ...clinician, required: true }],
      },
      interpreting,
    }),
  };
  const digest = await contentDigest(shown, (text) => createHash('sha256').update(text).digest('hex'));
  const statement = (role: 'PATIENT' | 'CLINICIAN') =>
    statementFor(role, {
      formType: 'FORM_1',
      procedures: shown.procedures,
      patientName: spokenName(shown.patient),
      interpreting,
    });
  const minute = (nth: number) => ({ capturedAt: new Date(at + nth * 60_000).toISOString(), clockOffset: -500 });
  const signature = (role: 'PATIENT' | 'CLINICIAN', nth: number) => ({
    consentID,
    role,
    name: shown.recipients.find((each) => each.role === role)!.name,
    statement: statement(role),
    contentDigest: digest,
    ...minute(nth),
  });
  const create = kept('patientCreate', patient, minute(0));
  const start = kept(
    'consentCreate',
    {
      consentID,
      recordID,
      patientID,
      formType: 'FORM_1',
      templateID: template._id,
      procedures: [{ ...chosen, benefits, risks, alternatives }],
      clinicianStatement: { discussed: true, capacity: true },
      interpreterNeeded: false,
    },
    minute(1),
  );
  const send = kept(
    'consentSend',
    { consentID, version: { after: start.key }, channel: 'DEVICE', templateVersion: template.version },
    minute(2),
  );
  const handOver = kept('consentSendToSign', { consentID, role: 'PATIENT', handoverId }, minute(3));
  const patientSigns = kept(
    'recordSign',
    { ...signature('PATIENT', 4), method: 'DRAWN', strokes: wave(), handoverId },
    minute(4),
  );
  const clinicianSigns = kept(
    'recordSign',
    { ...signature('CLINICIAN', 5), method: 'TYPED', typedName: clinician.name },
    minute(5),
  );
  const ops = [create, start, send, handOver, patientSigns, clinicianSigns];
  return { consentID, recordID, patientID, handoverId, digest, create, start, send, handOver, patientSigns, clinicianSigns, ops };
}
