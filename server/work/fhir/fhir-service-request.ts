import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { isSided } from '#domain/consents/planned-procedure.ts';
import { derivedId, referenceTo } from './fhir-ids.ts';
import { importedTag, PROCEDURE_SYSTEMS, SIDE_CODES, statusesOf } from './fhir-codes.ts';
import type { RecordParts, RecordVersionParts } from './record-parts.ts';
import type { CodeableConcept, FhirServiceRequest, Reference } from './r4.ts';

/** A procedure of a version with its concept and the request that stands for it. */
export type RequestedProcedure = { readonly code: CodeableConcept; readonly request: FhirServiceRequest };

/**
 * The procedures of a version as proposals, completed once somebody has recorded the operation as done: how it was done is not known here, so
 * that no Procedure is told of.
 *
 * @param clinician - who proposes; undefined where that is not known
 */
export function requestedProcedures(
  { row }: RecordVersionParts,
  { codesOf, origin, clinician }: Pick<RecordParts, 'codesOf' | 'origin'> & { readonly clinician: Reference | undefined },
): RequestedProcedure[] {
  const procedures = row.pinned?.procedures ?? row.content.procedures;
  return procedures.map((procedure, at) => {
    const code = codeOf(procedure, codesOf(procedure.procedureID, procedure.libraryVersion));
    const bodySite = bodySiteOf(procedure);
    return {
      code,
      request: {
        resourceType: 'ServiceRequest',
        id: derivedId('ServiceRequest', `${row.id}/${at}`),
        ...importedTag(row, origin),
        status: statusesOf(row).request,
        intent: 'proposal',
        code,
        subject: referenceTo(row.patient.id),
        ...authoredOn(row),
        ...(clinician === undefined ? {} : { requester: clinician }),
        ...(bodySite === undefined ? {} : { bodySite: [bodySite] }),
      },
    };
  });
}

/** When it was proposed; of an imported one only the day on the paper, where it has one, is near that. */
function authoredOn({ origin, sent_at, created_at }: RecordVersionParts['row']): Pick<FhirServiceRequest, 'authoredOn'> {
  if (origin === null) return { authoredOn: sent_at ?? created_at };
  return origin.day === null ? {} : { authoredOn: origin.day };
}

function codeOf(procedure: ConsentProcedure, codes: ReturnType<RecordParts['codesOf']>): CodeableConcept {
  const coding = codes.map(({ system, code, display }) => ({ system: PROCEDURE_SYSTEMS[system], code, display }));
  return { ...(coding.length === 0 ? {} : { coding }), text: procedureInWords(procedure) };
}

function bodySiteOf({ side, site }: ConsentProcedure): CodeableConcept | undefined {
  const coding = isSided(side) ? SIDE_CODES[side] : undefined;
  if (coding === undefined && site === '') return undefined;
  return { ...(coding === undefined ? {} : { coding: [coding] }), ...(site === '' ? {} : { text: site }) };
}
