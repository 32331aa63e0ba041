import { CallFailed } from '#contract/engine/call.ts';

/** The patient that a refusal for want of a reason names; undefined for any other failure. */
export function reasonNeededFor(failure: unknown): string | undefined {
  if (!(failure instanceof CallFailed) || failure.code !== 'REASON_NEEDED') return undefined;
  const { data } = failure;
  if (typeof data !== 'object' || data === null || !('patientID' in data)) return undefined;
  return typeof data.patientID === 'string' ? data.patientID : undefined;
}
