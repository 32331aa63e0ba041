import { detailedChoices } from '#domain/consents/choice-details.ts';
import { choiceName, deniedChoiceWords, quotedRefusal } from '#domain/consents/choice-in-words.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { CONSENT_CATEGORY, importedTag, TREATMENT_SCOPE } from './fhir-codes.ts';
import { referenceTo } from './fhir-ids.ts';
import type { RequestedProcedure } from './fhir-service-request.ts';
import type { RecordVersionParts } from './record-parts.ts';
import type { FhirConsent, Period, Provision, Reference } from './r4.ts';

type Frame = { readonly origin: string; readonly organisationId: string };
type Around = Frame & {
  readonly requests: readonly RequestedProcedure[];
  /** the people who agreed, or declined */
  readonly performers: readonly Reference[];
  /** the sealed form, or else the answers */
  readonly source: Reference;
};

/**
 * A version as a Consent. R4 models consent to the use of data: the procedures and choices lie below a root that says nothing by
 * itself, so that a program which reads the root alone reads no permission. Form 4 is nobody's consent and has none.
 */
export function fhirConsent(version: RecordVersionParts, { requests, performers, source, ...around }: Around): FhirConsent {
  const { row, filing } = version;
  const provision = rootProvision(version, requests);
  return {
    ...frame(version, around),
    status: filing.consent,
    ...dateOf(version),
    ...(performers.length === 0 ? {} : { performer: [...performers] }),
    sourceReference: source,
    ...(row.confirmation === null ? {} : { verification: [{ verified: true, verificationDate: row.confirmation.at }] }),
    ...(provision === undefined ? {} : { provision }),
  };
}

/** When it was signed, or refused. */
function dateOf({ row, endedAt }: RecordVersionParts): Pick<FhirConsent, 'dateTime'> {
  const at = row.signed_at ?? (row.status === 'DECLINED' ? endedAt : null);
  return at === null ? {} : { dateTime: at };
}

/** A version that was about another patient: that it was recorded in error, and nothing of what it held. */
export function emptyConsent(version: RecordVersionParts, around: Frame): FhirConsent {
  return frame(version, around);
}

function frame({ row }: RecordVersionParts, { origin, organisationId }: Frame): FhirConsent {
  return {
    resourceType: 'Consent',
    id: row.id,
    ...importedTag(row, origin),
    status: 'entered-in-error',
    scope: TREATMENT_SCOPE,
    category: [CONSENT_CATEGORY],
    patient: referenceTo(row.patient.id),
    organization: [referenceTo(organisationId)],
    policyRule: { text: row.form_type },
  };
}

/** The permissions and denials of a version; after a "no" nothing is permitted, and a form that not all have signed says neither. */
function rootProvision(version: RecordVersionParts, requests: readonly RequestedProcedure[]): Provision | undefined {
  const { content, form_type: formType } = version.row;
  const { provided } = version.filing;
  if (provided === 'NOTHING') return undefined;
  const isDenied = provided === 'DENIED';
  const period = isDenied ? deniedPeriod(version) : periodOf(version);
  const provision = [
    ...requests.map(({ code, request }): Provision => ({
      type: isDenied ? 'deny' : 'permit',
      code: [code],
      data: [{ meaning: 'instance', reference: referenceTo(request.id) }],
    })),
    ...shownChoices(formType, detailedChoices({ ...content, laterAnswers: version.row.later_answers })).flatMap(
      (choice): Provision[] => {
        if (choice.answer === 'ACCEPT') return isDenied ? [] : [{ type: 'permit', code: [{ text: choiceName(choice) }] }];
        return choice.answer === 'REFUSE' ? [{ type: 'deny', code: [{ text: deniedChoiceWords(choice) }] }] : [];
      },
    ),
    // A text may begin with “No”: below a deny it would read as a permission.
    ...content.refusals.map((refusal): Provision => ({ type: 'deny', code: [{ text: quotedRefusal(refusal) }] })),
  ];
  if (period === undefined && provision.length === 0) return undefined;
  return { ...(period === undefined ? {} : { period }), ...(provision.length === 0 ? {} : { provision }) };
}

/** From the refusal or the withdrawal on. */
function deniedPeriod({ endedAt }: RecordVersionParts): Period | undefined {
  return endedAt === null ? undefined : { start: endedAt };
}

/**
 * From the last signature to the end: of the version, or else the last day on which it is in force. A file does not say when a consent
 * ended that was not in force any more.
 */
function periodOf({ row, endedAt, lastDay }: RecordVersionParts): Period | undefined {
  if (row.signed_at === null) return undefined;
  const end = endedAt ?? (row.status === 'SIGNED' ? lastDay : null);
  return { start: row.signed_at, ...(end === null ? {} : { end }) };
}
