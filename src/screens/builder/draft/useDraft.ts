import { newId } from '#src/device/new-id.ts';
import { paths } from '#src/paths.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { missingIn } from '#domain/consents/completeness.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { createConsent, invalidateCases, updateConsent } from '#src/queries/consents.ts';
import { procedureOptions, useProcedureCatalogue } from '#src/queries/library/library.ts';
import type { Draft } from './draft.ts';
import { createSaver, type SaverState, type Saver } from './saver.ts';

/** One draft on this screen, with its saver. A new draft gets an address of its own as soon as it exists. */
export function useDraft(start: SaverState): { saver: Saver; saverState: SaverState } {
  const client = useQueryClient();
  const { history } = useRouter();
  const [saver] = useState(() =>
    createSaver(start, { create: createConsent, update: updateConsent, newKey: newId, now: Date.now }),
  );
  const saverState = useSyncExternalStore(saver.subscribe, saver.state);
  const { consentID, recordID } = saverState;
  const isMadeHere = start.version === null && saverState.version !== null;
  useEffect(() => {
    if (isMadeHere) history.replace(paths.draft(consentID, recordID).href);
  }, [isMadeHere, history, consentID, recordID]);
  // Lists and the case show the present draft when the person returns to them.
  useEffect(() => () => void invalidateCases(client), [client]);
  return { saver, saverState };
}

/**
 * The library's present entries of the chosen procedures, as far as they are loaded; from the cached catalogue without a network.
 */
export function useLibrary(procedures: Draft['procedures']): ReadonlyMap<string, Procedure> {
  const { items } = useProcedureCatalogue();
  const fresh = useQueries({
    queries: procedures.map(({ procedureID }) => procedureOptions(procedureID)),
    combine: entriesById,
  });
  return useMemo(() => new Map([...(items ?? []).map((each) => [each.procedureID, each] as const), ...fresh]), [items, fresh]);
}

function entriesById(results: readonly { data: Procedure | undefined }[]): ReadonlyMap<string, Procedure> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.procedureID, data]])));
}

type MissingAround = {
  readonly patient: Patient;
  readonly library: ReadonlyMap<string, Procedure>;
  /** plain date where the organisation is */
  readonly today: string;
  /** the name of the clinician who will sign */
  readonly clinicianName: string;
};

/**
 * The missing items of the draft on the screen. Core risks are known on this side only where the library's entry is the version
 * that this consent was started with; for the rest the result of the last save applies.
 */
export function missingNow({ draft, missing }: SaverState, { patient, library, today, clinicianName }: MissingAround): Missing[] {
  const pinned = (id: string) => {
    const entry = library.get(id);
    return entry?.version === draft.procedures.find(({ procedureID }) => procedureID === id)?.libraryVersion ? entry : undefined;
  };
  const here = missingIn(
    { ...draft, interpreting: draft, family: draft },
    {
      patientName: spokenName(patient),
      clinicianName,
      today,
      now: new Date().toISOString(),
      age: ageOn(patient.dateOfBirth, today),
      interpreterNeeded: patient.communication.interpreterNeeded,
      coreRisks: (id) => pinned(id)?.risks.filter(({ core }) => core) ?? [],
      formTypesOf: (id) => library.get(id)?.formTypes ?? [draft.formType],
    },
  );
  const unknown = draft.procedures.flatMap(({ procedureID }, at) =>
    pinned(procedureID) === undefined ? [`procedures.${at}.risks`] : [],
  );
  const unknownRisks = (missing ?? [])
    .filter(({ path }) => unknown.includes(path))
    .map((each) => ({ ...each, step: 'risks' as const }));
  return [...here, ...unknownRisks];
}
