import type { Input } from '#contract/calls.ts';
import { apiFile } from '#src/session/api.ts';
import { useMutation } from '@tanstack/react-query';

/** Reads a patient's record as a file of FHIR R4; it is in the memory of this page alone. */
export function usePatientBundle() {
  return useMutation({
    mutationFn: (input: Required<Input<'patientGetBundle'>>) => apiFile('patientGetBundle', input),
    networkMode: 'always',
    gcTime: 0,
  });
}
