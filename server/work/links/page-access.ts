import { ownPageOf } from '#domain/signing/own-page.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

type Around = Pick<OpenCase, 'consent' | 'record' | 'patient'> & { readonly deps: Pick<OpenCase['deps'], 'clock' | 'settings'> };

/** The place to which a signer of an open case comes back now: their form, their own page, or none. */
export function pageAccessOf(
  { consent, record, patient, deps }: Around,
  { role, required, state }: Pick<RecipientRow, 'role' | 'required' | 'state'>,
): 'FORM' | 'PAGE' | null {
  const { status, signed_at: signedAt, updated_at: updatedAt } = consent;
  return ownPageOf(
    { role, required, state, status, answeredAt: signedAt ?? updatedAt, ended: record.ended, dateOfBirth: patient.date_of_birth },
    { today: localDate(deps.clock(), deps.settings.timeZone), now: deps.clock() },
  );
}
