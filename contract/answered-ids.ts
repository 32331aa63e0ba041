import type { Output, QueuedCall } from './calls.ts';

type NamedIds = readonly (readonly [name: string, id: string | undefined])[];

/** The ids that each call's answer repeats from its input, by their names in the input. A queueable call without an entry does not compile. */
const answeredIds: { readonly [K in QueuedCall]: (answer: Output<K>) => NamedIds } = {
  patientCreate: ({ data }) => [['id', data.patient.id]],
  patientUpdate: ({ data }) => [['id', data.id]],
  patientUpdateStatus: ({ data }) => [['id', data.id]],
  patientConflict: ({ data }) => [['id', data.id]],
  consentCreate: ({ consentID, recordID, data }) => [['consentID', consentID], ['recordID', recordID], ...idsOfForm(data)],
  consentUpdate: ({ consentID, data }) => [['consentID', consentID], ...idsOfForm(data)],
  consentSend: ({ data }) => idsOfForm(data),
  consentSendToSign: ({ handoverId }) => [['handoverId', handoverId]],
  recordIdentity: ({ data }) => [['consentID', data.consentID]],
  recordAnswers: ({ data }) => idsOfForm(data),
  recordUnderstanding: ({ data }) => [['consentID', data.consentID]],
  recordDecline: ({ data }) => [['consentID', data.consentID]],
  recordLater: ({ data }) => [['consentID', data.consentID]],
  recordSign: ({ data }) => [['consentID', data.consentID]],
  recordWithdraw: ({ data }) => idsOfForm(data),
  recordConfirm: ({ data }) => idsOfForm(data),
  recordNotConfirmed: ({ data }) => idsOfForm(data),
  safetyReport: ({ data }) => [['id', data.id]],
  recordUpdate: idsOfCase('recordID'),
  recordDone: idsOfCase('id'),
  recordClose: idsOfCase('id'),
};

/**
 * Whether an answer is about the entity of its call: every id that it repeats is the one that was sent. A gateway that mixes up answers,
 * or one that was put together wrongly, must not pass for an acknowledgement. Ids that either side lacks are not compared.
 *
 * @param answer - parsed by the call's own schema
 */
export function isAnswerTo(call: QueuedCall, input: Readonly<Record<string, unknown>>, answer: unknown): boolean {
  // The table's types are erased once, here, where one function reads every call's answer.
  const ids = (answeredIds[call] as (answer: unknown) => NamedIds)(answer);
  return ids.every(([name, id]) => id === undefined || input[name] === undefined || input[name] === id);
}

/** The ids of a case and its listing. @param name - of the case in the input */
function idsOfCase(name: 'id' | 'recordID') {
  return ({ data, listing }: Record<'data' | 'listing', { readonly recordID: string }>): NamedIds => [
    [name, data.recordID],
    [name, listing.recordID],
  ];
}

type FormIds = { readonly consentID: string; readonly recordID: string; readonly patientID: string };

function idsOfForm({ consentID, recordID, patientID }: FormIds): NamedIds {
  return [
    ['consentID', consentID],
    ['recordID', recordID],
    ['patientID', patientID],
  ];
}
