import { counted } from '#domain/base/counted.ts';
import type { Answer, CallName, Parsed } from '#contract/calls.ts';
import type { AccessAct } from '#domain/audit/access-log.ts';
import type { AccessSubject } from '#server/data/audit/access-log.ts';

/** The access log entries of a call that shows records. */
type ReadRule<K extends CallName> = {
  readonly act: AccessAct;
  /** the record that the input names; it is guarded where a reason may be asked for. Absent for lists. */
  readonly subject?: (input: Parsed<K>) => AccessSubject;
  /** the records in the answer, each a line of its own */
  readonly copies?: (answer: Answer<K>) => readonly AccessSubject[];
  /** the record in the answer, of which the input names a part that is no id; a reason is asked for once it is found */
  readonly found?: (answer: Answer<K>) => AccessSubject | undefined;
  readonly detail?: (input: Parsed<K>, answer: Answer<K>) => string;
  /** Whether another log records the reading: the record is guarded, but the access log gets no line. */
  readonly isLoggedElsewhere?: true;
};
type ReadRules = { readonly [K in CallName]?: ReadRule<K> };

/**
 * Call by call, the lines that a reading by staff leaves: one for the record that is opened, one for a list or a search however many
 * rows it shows, one for each record that is copied to a tablet. Calls that change a record stand in timelines and in the history of
 * patients' details; exports and downloads of whole records in the security log. (docs/decisions/0063-readings-are-logged.md)
 */
export const READ_RULES: ReadRules = {
  patientGetDetails: { act: 'OPENED', subject: ({ id }) => ({ patient: id }) },
  patientHistory: { act: 'OPENED', subject: ({ id }) => ({ patient: id }) },
  recordDetails: { act: 'OPENED', subject: ({ id }) => ({ case: id }) },
  recordTimeline: { act: 'OPENED', subject: ({ id }) => ({ case: id }) },
  recordReferralGet: { act: 'OPENED', subject: ({ id }) => ({ case: id }) },
  recordFormIdentity: { act: 'OPENED', found: ({ data }) => (data === null ? undefined : { consent: data.consentID }) },
  recordPdf: { act: 'OPENED', subject: ({ caseID }) => ({ case: caseID }) },
  recordPdfGetter: { act: 'DOCUMENT', subject: ({ id }) => ({ case: id }) },
  consentGetPrivateUrl: {
    act: 'DOCUMENT',
    subject: ({ consentID }) => ({ consent: consentID }),
    detail: ({ kind }) => kind,
  },
  consentDownload: {
    act: 'DOCUMENT',
    subject: ({ request_id }) => ({ consent: request_id }),
    detail: ({ kind }) => kind ?? '',
  },
  messagesList: { act: 'OPENED', subject: ({ consentID }) => ({ consent: consentID }) },
  recordAttachment: { act: 'DOCUMENT', subject: ({ id }) => ({ attachment: id }) },
  recordScanPage: { act: 'DOCUMENT', subject: ({ consentID }) => ({ consent: consentID }), detail: ({ page }) => `page ${page}` },
  // The security log names the record: RECORD_EXPORTED.
  patientGetBundle: { act: 'DOCUMENT', subject: ({ id }) => ({ patient: id }), isLoggedElsewhere: true },
  patientSearch: { act: 'LIST', detail: (input, { data }) => listWords(input, data.length) },
  patientGet: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  patientListed: { act: 'LIST', detail: (input, { data }) => listWords(input, data.length) },
  recordGet: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  recordNeeds: { act: 'LIST', detail: ({ scope }, { data }) => `needs ${scope}, ${counted(data.records.length, 'line')}` },
  consentGetAll: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  consentGetConsents: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  retentionProposals: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  subjectAccessGet: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  subjectAccessLines: { act: 'LIST', detail: (_, { data }) => `${counted(data.records.length, 'line')} of a pack` },
  retentionHolds: { act: 'LIST', detail: (input, { data }) => listWords(input, data.records.length) },
  patientImport: {
    act: 'LIST',
    detail: (_, { data }) => `${counted(data.length, 'line')} of a file, with records that may be the same`,
  },
  syncChanges: { act: 'COPIED', copies: ({ changes }) => copiedIn(changes) },
};

type Copied = { readonly entity: string; readonly id: string; readonly data: object | null };

/** Each record once: a consent and a listing are of a patient, or of a case. */
function copiedIn(changes: readonly Copied[]): AccessSubject[] {
  const subjects = new Map<string, AccessSubject>();
  for (const { entity, id, data } of changes) {
    if (data === null) continue;
    const patientID = 'patientID' in data && typeof data.patientID === 'string' ? data.patientID : undefined;
    const patient = entity === 'patient' ? id : patientID;
    subjects.set(patient ?? id, patient === undefined ? { case: id } : { patient });
  }
  return [...subjects.values()];
}

/** `12 lines, status ACTIVE, by a search`. The search is left out: it may name a patient. */
function listWords(input: object, count: number): string {
  const filters = Object.entries(input)
    .filter(([name, value]) => name !== 'limit' && value !== undefined && value !== '' && value !== 'ALL' && value !== false)
    .map(([name, value]) => (name === 'search' ? 'by a search' : `${name} ${String(value)}`));
  return [counted(count, 'line'), ...filters].join(', ');
}
