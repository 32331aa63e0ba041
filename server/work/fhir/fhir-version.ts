import { isImported, isNamedInFile } from '#domain/consents/consent-origin.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import type { ConsentParts } from '#server/data/signing/consent-parts.ts';
import { isOfWrongPatient } from '#server/work/consents/hidden-version.ts';
import { documentReferences, takenBackDocuments } from './fhir-document.ts';
import { emptyConsent, fhirConsent } from './fhir-consent.ts';
import { referenceTo } from './fhir-ids.ts';
import { personOf, practitioner, type FhirPerson } from './fhir-people.ts';
import { provenance, signaturesOf } from './fhir-provenance.ts';
import { questionnaireResponse } from './fhir-questionnaire.ts';
import { requestedProcedures } from './fhir-service-request.ts';
import type { RecordParts, RecordVersionParts } from './record-parts.ts';
import type { FhirResource, Reference } from './r4.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The resources of one version, those that others refer to first. */
export function versionResources(
  version: RecordVersionParts,
  { origin, organisation: { id: organisationId }, codesOf }: Pick<RecordParts, 'origin' | 'organisation' | 'codesOf'>,
): FhirResource[] {
  const { row } = version;
  // A version for the wrong patient holds another patient's words: this patient's record exports none of them, for any reader
  // [choice]. That its documents were filed in error is told, so that others take them back.
  if (isOfWrongPatient(row))
    return [
      ...takenBackDocuments(version, { origin, organisationId }),
      ...(deciderOf(row.form_type) === 'clinician' ? [] : [emptyConsent(version, { origin, organisationId })]),
    ];
  const clinician = clinicianOf(row);
  const by = { origin, clinician: clinician?.reference };
  const requested = requestedProcedures(version, { codesOf, ...by });
  const requests = requested.map(({ request }) => referenceTo(request.id));
  const response = questionnaireResponse(version, { requests, ...by });
  const documents = documentReferences(version, {
    origin,
    organisationId,
    author: clinician?.reference,
    related: [referenceTo(response.id), ...requests],
  });
  const [form] = documents;
  const deciders = decidersOf(row);
  const consent =
    deciderOf(row.form_type) === 'clinician'
      ? undefined
      : fhirConsent(version, {
          origin,
          organisationId,
          requests: requested,
          performers: distinct(deciders.map(({ reference }) => reference)),
          source: referenceTo((form ?? response).id),
        });
  const signatures = signaturesOf(version);
  const target = [consent ?? response, ...documents].map(({ id }) => referenceTo(id));
  const signed = provenance(version, { organisationId, target, signatures });
  const people = [...(clinician === undefined ? [] : [clinician]), ...deciders, ...signatures.map(({ person }) => person)];
  return [
    ...people.flatMap(({ resource }) => resource ?? []),
    ...requested.map(({ request }) => request),
    response,
    ...documents,
    ...(consent === undefined ? [] : [consent]),
    ...(signed === undefined ? [] : [signed]),
  ];
}

/** The clinician of a version; undefined for an imported one whose file names none. */
function clinicianOf(row: ConsentParts): FhirPerson | undefined {
  const { clinician_id: id, clinician_name: name, imported_signers: signers } = row;
  return isImported(row) && !isNamedInFile(signers ?? [], name) ? undefined : practitioner(id, name);
}

/** Those who agreed; of a form that was declined those who did not. */
function decidersOf(row: ConsentParts): FhirPerson[] {
  const answered = row.status === 'DECLINED' ? 'DECLINED' : 'SIGNED';
  return row.recipients
    .filter(({ role, state }) => decides(role) && state === answered)
    .map(({ role, name, signing_order: order }) => personOf(row, { role, order, name, userId: null }));
}

function distinct(references: readonly Reference[]): Reference[] {
  return [...new Map(references.map((each) => [each.reference, each])).values()];
}
