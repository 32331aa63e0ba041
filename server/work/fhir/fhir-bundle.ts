import type { Patient } from '#domain/patients/patient.ts';
import { gmcIdentifier } from './fhir-codes.ts';
import { fullUrlOf } from './fhir-ids.ts';
import { fhirPatient } from './fhir-patient.ts';
import { versionResources } from './fhir-version.ts';
import type { RecordParts } from './record-parts.ts';
import type { FhirBundle, FhirResource } from './r4.ts';

/** A clinician with the number on the register, wherever they take part. */
function withRegistration(resource: FhirResource, { registrations }: Pick<RecordParts, 'registrations'>): FhirResource {
  if (resource.resourceType !== 'Practitioner') return resource;
  const identifier = gmcIdentifier(registrations.get(resource.id) ?? '');
  return identifier.length === 0 ? resource : { ...resource, identifier };
}

/**
 * A patient's record as one Bundle of FHIR R4 (interop.md section 3). Every reference in it is the fullUrl of another of its entries:
 * it can be read without this server.
 */
export function fhirBundle(parts: RecordParts): FhirBundle {
  const { now, origin, organisation, patient, others, versions } = parts;
  const patients = [patient, ...others];
  const survivorIdOf = ({ survivorID = null }: Patient) => (patients.some(({ id }) => id === survivorID) ? survivorID : null);
  const resources: FhirResource[] = [
    ...patients.map((each) => fhirPatient({ patient: each, origin, survivorId: survivorIdOf(each) })),
    { resourceType: 'Organization', id: organisation.id, name: organisation.name },
    ...versions.flatMap((version) => versionResources(version, parts)),
  ];
  // One clinician stands behind many versions and is one entry.
  const entries = new Map(resources.toReversed().map((resource) => [resource.id, resource]));
  const ordered = [...new Set(resources.map(({ id }) => id))].flatMap((id) => entries.get(id) ?? []);
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now,
    entry: ordered.map((resource) => ({ fullUrl: fullUrlOf(resource.id), resource: withRegistration(resource, parts) })),
  };
}
