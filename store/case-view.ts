import type { ConsentSummary, RecordSummary } from '#contract/record-summary.ts';
import type { Patient } from '#domain/patient.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import type { OnlyHere, SeenConsent } from './consent-view.ts';

/** A line of a list of consents; `here` is absent where nothing but the server speaks. */
export type SeenConsentSummary = ConsentSummary & Aged & { readonly here?: OnlyHere };

type Aged = {
  /** when this device last saw it (epoch ms), where it is older than all else that is shown beside it */
  readonly seenAt?: number;
};

/** A line of a list of cases. */
export type SeenRecordSummary = Omit<RecordSummary, 'current'> &
  Aged & {
    readonly current: SeenConsentSummary | null;
    /** where it is listed was said here, and waits to be sent */
    readonly isListingUnsent?: boolean;
    /** … and was refused, or met another's: it needs a person */
    readonly isListingStopped?: boolean;
  };

/** Where a case is listed, as far as this device knows. */
export type SeenListing = Pick<SeenRecordSummary, 'listed' | 'isListingUnsent' | 'isListingStopped'>;

/** One case: its versions, newest first, and its timeline. */
export type SeenCase = {
  readonly record: SeenRecordSummary;
  readonly consents: readonly SeenConsent[];
  readonly timeline: readonly TimelineEvent[];
  /** how old what is shown is (epoch ms, null: nobody knows), where the server did not tell it itself */
  readonly fromTablet?: { readonly at: number | null };
};

/** The case of these versions. @param versions - of one case, at least one */
export function caseView(versions: readonly SeenConsent[], patient: Patient, listing: SeenListing = {}): SeenCase | null {
  const consents = versions.toSorted((one, other) => other.versionNumber - one.versionNumber);
  const [newest] = consents;
  if (newest === undefined) return null;
  const current = consents.find(({ status }) => status !== 'VOIDED');
  const record: SeenRecordSummary = {
    recordID: newest.recordID,
    status: (current ?? newest).status,
    currentConsentID: current?.consentID ?? null,
    inForceConsentID: consents.find(({ status }) => status === 'SIGNED')?.consentID ?? null,
    version: 0,
    versions: Math.max(consents.length, newest.versionNumber),
    current: current === undefined ? null : consentSummary(current, patient),
    ...listing,
    patient: patientLine(patient),
    clinician: newest.clinician,
    createdAt: consents.at(-1)?.createdAt ?? newest.createdAt,
    updatedAt: newest.updatedAt,
  };
  return { record, consents, timeline: timelineOf(consents) };
}

/** One version as a line of a list. */
export function consentSummary(consent: SeenConsent, patient: Patient): SeenConsentSummary {
  const { consentID, recordID, versionNumber, formType, status, sealState, confirmState, activeTab, clinician } = consent;
  return {
    consentID,
    recordID,
    versionNumber,
    formType,
    status,
    sealState,
    confirmState,
    procedures: consent.procedures.map(({ procedureName, side, site }) => ({ procedureName, side, site })),
    activeTab,
    patient: patientLine(patient),
    clinician,
    waitingFor: consent.recipients
      .toSorted((one, other) => one.signing_order - other.signing_order)
      .filter(({ state }) => state !== 'SIGNED')
      .map(({ role }) => role),
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    createdAt: consent.createdAt,
    updatedAt: consent.updatedAt,
    ...(consent.here === undefined ? {} : { here: consent.here }),
  };
}

/**
 * The case as the server tells it, with what this device has not sent yet in the place of the server's older versions.
 *
 * @param here - the same case from this device, null when it has none of it
 */
export function overlayCase(told: SeenCase, here: SeenCase | null): SeenCase {
  const mine = (here?.consents ?? []).filter((consent) => consent.here?.isUnsent === true);
  if (here === null) return told;
  const { isListingUnsent = false, isListingStopped = false, listed } = here.record;
  const record = isListingUnsent ? { ...told.record, listed, isListingUnsent, isListingStopped } : told.record;
  if (mine.length === 0) return { ...told, record };
  const overlaid = told.consents.map((consent) => {
    const own = mine.find(({ consentID }) => consentID === consent.consentID);
    return own === undefined ? consent : isOnlyNoted(own.here) ? { ...consent, here: own.here } : own;
  });
  const added = mine.filter(({ consentID }) => !told.consents.some((each) => each.consentID === consentID));
  const line = here.record.current;
  const isCurrent = line !== null && line.here?.isUnsent === true && line.consentID === told.record.currentConsentID;
  return {
    record: isCurrent ? withCurrent(record, line) : record,
    consents: [...added, ...overlaid],
    timeline: [...told.timeline, ...here.timeline.filter(({ hash }) => hash === '')],
  };
}

/** Of what stands still the server's own version is shown with a note; only words of a draft lie on top of it. */
export function isOnlyNoted(here: OnlyHere | undefined): here is OnlyHere {
  return here?.stopped !== undefined && here.stopped.status !== 'DRAFT';
}

/** A line of a list with what this device has of its newest version. */
export function withCurrent(record: SeenRecordSummary, own: SeenConsentSummary): SeenRecordSummary {
  if (!isOnlyNoted(own.here)) return { ...record, status: own.status, current: own };
  return { ...record, current: record.current === null ? null : { ...record.current, here: own.here } };
}

// Each version carries the whole case's timeline as it was when the server told it: the longest is the newest.
function timelineOf(consents: readonly SeenConsent[]): TimelineEvent[] {
  const told = consents.map(({ Timeline }) => Timeline.filter(({ hash }) => hash !== ''));
  const longest = told.reduce<readonly TimelineEvent[]>((most, each) => (each.length > most.length ? each : most), []);
  const here = consents.flatMap(({ Timeline }) => Timeline.filter(({ hash }) => hash === ''));
  return [...longest, ...here.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))];
}

/** A patient as a line of a list names them. */
export function patientLine(patient: Patient): RecordSummary['patient'] {
  const { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status } = patient;
  return { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status };
}
