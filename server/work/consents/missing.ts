import { missingIn } from '#domain/consents/completeness.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { isUsable, proceduresOf, type ProcedureRow } from '#server/data/library/library.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { Db } from '#server/data/db.ts';

type Completed = {
  content: DraftRowContent;
  formType: FormType;
  patient: Pick<PatientRow, 'communication' | 'date_of_birth' | 'first_name' | 'last_name'>;
  /** plain date on which the age is worked out, where the organisation is */
  today: string;
  /** moment on which a form is judged, ISO */
  now: string;
  /** the name of the clinician who will sign; empty where not known yet */
  clinicianName?: string;
  isPinnedOnTablet?: boolean;
};

/** The library's procedures of some drafts: at the versions that they pin, and at the one in use. */
export type DraftLibrary = {
  pinned(id: string, version: number): ProcedureRow | undefined;
  serving(id: string): ProcedureRow | undefined;
};

/** Reads the library for any number of drafts in one statement; none is made for drafts without a procedure. */
export async function libraryFor(
  db: Db,
  organisationId: string,
  contents: readonly Pick<DraftRowContent, 'procedures'>[],
): Promise<DraftLibrary> {
  const chosen = contents.flatMap(({ procedures }) => procedures);
  const rows = await proceduresOf(
    db,
    organisationId,
    chosen.map(({ procedureID, libraryVersion }) => ({ id: procedureID, version: libraryVersion })),
  );
  return {
    pinned: (id, version) => rows.find((row) => row.id === id && row.version === version),
    serving: (id) => rows.find((row) => row.id === id && row.status === 'ACTIVE'),
  };
}

/** The faults that keep this content from being completed, by the library at the versions that it pins. */
export async function whatIsMissing(db: Db, organisationId: string, completed: Completed): Promise<Missing[]> {
  return missingBy(await libraryFor(db, organisationId, [completed.content]), completed);
}

/** As {@link whatIsMissing}, with the library already read. */
export function missingBy(
  library: DraftLibrary,
  { content, formType, patient, today, now, clinicianName = '', isPinnedOnTablet = false }: Completed,
): Missing[] {
  const versions = new Map(content.procedures.map(({ procedureID, libraryVersion }) => [procedureID, libraryVersion]));
  const fieldsOf = (id: string) => library.pinned(id, versions.get(id) ?? 0)?.fields;
  const retired = content.procedures.flatMap(({ procedureID, procedureName, libraryVersion }, at): Missing[] => {
    const missing = (message: string): Missing[] => [{ path: `procedures.${at}.procedureID`, message, step: 'procedure' }];
    if (library.serving(procedureID) === undefined)
      return missing(`${procedureName} is no longer in use: choose another procedure`);
    const pinned = library.pinned(procedureID, libraryVersion);
    return pinned === undefined || isUsable(pinned)
      ? []
      : missing(`This text of ${procedureName} was taken out of use: choose the procedure again`);
  });
  const missing = missingIn(
    {
      formType,
      procedures: content.procedures,
      templateID: content.templateID,
      clinicianStatement: content.clinicianStatement,
      interpreting: content,
      family: content,
      capacity: content.capacity,
    },
    {
      patientName: spokenName({ firstName: patient.first_name, lastName: patient.last_name }),
      clinicianName,
      today,
      now,
      age: ageOn(patient.date_of_birth, today),
      interpreterNeeded: patient.communication.interpreterNeeded,
      isPinnedOnTablet,
      coreRisks: (id) => (fieldsOf(id)?.risks ?? []).filter(({ core }) => core),
      formTypesOf: (id) => fieldsOf(id)?.formTypes ?? [],
    },
  );
  return [...retired, ...missing];
}
