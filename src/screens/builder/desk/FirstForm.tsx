import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useOwnSections } from '#src/queries/library/own-sections.ts';
import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { recordDetailsOptions } from '#src/queries/records.ts';
import { useToday } from '#src/queries/use-today.ts';
import { draftFor } from '../draft/draft.ts';
import { newSaverState, type SaverState } from '../draft/saver.ts';
import { BuilderLoading } from '../parts/BuilderLoading.tsx';
import { withReferred } from '../procedure/referred-draft.ts';
import { Desk } from './Desk.tsx';

type FoundReferral = { readonly referral: Referral | null; readonly library: readonly Procedure[] };
type Ids = Pick<SaverState, 'consentID' | 'recordID' | 'patientID'>;

/** The first form of a case that was referred: it starts with what the referral names. Without an answer it starts empty. */
export function FirstForm({ patient, ids }: { readonly patient: Patient; readonly ids: Ids }) {
  const today = useToday();
  const own = useOwnSections();
  const [found, setFound] = useState<FoundReferral | null>(null);
  if (found === null) return <FindReferral recordID={ids.recordID} onFound={setFound} />;
  const { referral, library } = found;
  const forms = formsOfAge(ageOn(patient.dateOfBirth, today));
  const empty = draftFor(patient, forms);
  const start = newSaverState(ids, withReferred(empty, referral?.procedures ?? [], { library, forms, own }));
  return <Desk patient={patient} start={start} referral={referral} />;
}

type FindProps = { readonly recordID: string; readonly onFound: (found: FoundReferral) => void };

function FindReferral({ recordID, onFound }: FindProps) {
  const { data, error } = useQuery(recordDetailsOptions(recordID));
  const { items, isFresh, fromTablet, failure } = useProcedureCatalogue();
  const isSettled = (data !== undefined || error !== null) && (isFresh || fromTablet !== null || failure !== null);
  useEffect(() => {
    if (isSettled) onFound({ referral: data?.record.referral ?? null, library: items ?? [] });
  }, [isSettled, data, items, onFound]);
  return <BuilderLoading />;
}
