import { ACCESS_ACTS, type AccessAct } from './access-log.ts';
import { HISTORY_FIELDS, PATIENT_CHANGE_KINDS, PATIENT_CHANGE_WORDS } from '#domain/patients/patient-history.ts';
import { historyFieldLabel } from '#domain/patients/patient-words.ts';
import { SECURITY_EVENTS } from './security.ts';
import { securityEventWords } from './security-words.ts';
import { authorWords, besideWords, roleWords, type ShownAuthor } from '#domain/cases/event-author.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import { eventWords as caseEventWords, type EventAuthor } from '#domain/cases/timeline.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { DOCUMENT_LINK_LENGTH } from '#domain/documents/document-kinds.ts';

/** An act of the audit trail; `detail` and the rest as its line on the wire has them. */
type Act = {
  readonly source: 'CASE' | 'PATIENT' | 'SECURITY' | 'ACCESS';
  readonly type: string;
  readonly isEndedByNewer: boolean;
};

const ACCESS_WORDS: Readonly<Record<AccessAct, StateWords>> = {
  OPENED: { tone: 'plain', words: 'Record opened' },
  DOCUMENT: { tone: 'plain', words: 'Document opened' },
  LIST: { tone: 'plain', words: 'List shown' },
  COPIED: { tone: 'plain', words: 'Record copied to a tablet' },
  REASON: { tone: 'warn', words: 'Opened with a reason' },
};

/** The part of a record that a call shows, by the name of the call. */
const SHOWN_WORDS: Readonly<Record<string, string>> = {
  patientGetDetails: 'Patient’s page',
  patientHistory: 'History of the details',
  recordDetails: 'Case',
  recordTimeline: 'Timeline',
  recordReferralGet: 'Referral',
  recordPdf: 'Preview of a form',
  recordPdfGetter: 'Newest document',
  consentGetPrivateUrl: 'Document',
  consentDownload: 'Signed form',
  recordAttachment: 'File of a referral',
  recordScanPage: 'Scan of a paper form',
  documentGet: `By its address of ${durationWords(DOCUMENT_LINK_LENGTH)}`,
  patientSearch: 'Search of patients',
  patientGet: 'Patients',
  patientListed: 'Theatre list',
  recordGet: 'Cases',
  consentGetAll: 'Consents',
  consentGetConsents: 'Consents',
  patientImport: 'Import of patients',
  syncChanges: 'For work without a network',
  patientBreakGlass: '',
};

/** An act in words, with its tone. */
export function actWords({ source, type, isEndedByNewer }: Act): StateWords {
  if (source === 'ACCESS') {
    const act = ACCESS_ACTS.find((each) => each === type);
    return act === undefined ? { tone: 'plain', words: type } : ACCESS_WORDS[act];
  }
  if (source === 'PATIENT') {
    const kind = PATIENT_CHANGE_KINDS.find((each) => each === type);
    return { tone: 'plain', words: kind === undefined ? type : PATIENT_CHANGE_WORDS[kind] };
  }
  const security = SECURITY_EVENTS.find((each) => each === type);
  if (source === 'SECURITY') return security === undefined ? { tone: 'plain', words: type } : securityEventWords(security);
  const words = caseEventWords({ type, detail: isEndedByNewer ? { by: '' } : {} });
  return { tone: 'plain', words };
}

/** The detail of an act in words: the labels of the changed fields of a patient, or the part of a record that was read. */
export function detailWords({ source, detail }: Pick<Act, 'source'> & { readonly detail: string }): string {
  if (source === 'ACCESS') {
    const [call = '', ...rest] = detail.split(': ');
    return [SHOWN_WORDS[call] ?? call, ...rest].filter((part) => part !== '').join(': ');
  }
  if (source !== 'PATIENT') return detail;
  const named = detail.split(', ').map((name) => HISTORY_FIELDS.find((each) => each === name));
  return named.flatMap((field) => (field === undefined ? [] : [historyFieldLabel(field)])).join(', ');
}

/** The actor in words: staff by name, a signer by role alone. @param author - of an event of a case, as it is shown */
export function whoWords({
  actor,
  author,
}: {
  readonly actor: EventAuthor | null;
  readonly author?: ShownAuthor | null | undefined;
}): {
  name: string;
  role: string;
} {
  if (actor === null) return { name: 'Nobody signed in', role: '' };
  const shown = author ?? { name: actor.kind === 'SIGNER' ? '' : actor.name, role: roleWords(actor.role) };
  const { name, role } = shown;
  if (name !== '' || actor.kind === 'SYSTEM') return { name, role: authorWords({ ...shown, name: '' }) };
  return { name: role === '' ? 'A signer' : role, role: besideWords(shown) };
}
