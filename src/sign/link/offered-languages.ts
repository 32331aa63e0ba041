import { call } from '#contract/engine/call.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { reference } from '#contract/reference.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { clockedFetch } from '#src/sign/api.ts';

/**
 * The languages beside English that this server offers to signers, where no link says it.
 *
 * @throws as the contract's `call`
 */
export async function offeredLanguages(): Promise<PatientLanguage[]> {
  const { settings } = await call(reference.config, {}, { fetch: clockedFetch, root: '/api', limitMs: CALL_TIMEOUT });
  return settings.patientLanguages;
}
