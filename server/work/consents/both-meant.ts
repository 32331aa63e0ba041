import { notInForceNow, notNow } from '#server/work/cases/not-now.ts';
import type { Parsed } from '#contract/calls.ts';
import { recordDigest } from '#domain/integrity/record-digests.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { sameDayOf, sameDayOperations, type BothMeant } from '#domain/theatre/same-day.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { sameDayConsentsOf } from '#server/data/theatre/same-day.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { staleConsent } from './save-consent.ts';

/**
 * Records, under an own account, that a form in force and the others of the patient for the same operation and day are all meant. It holds
 * for the versions that it names.
 *
 * @throws Refused MOVE_REFUSED for a form that is not in force or on no list, and where nothing is open; VERSION_CONFLICT where others are
 *   in force by now than were shown
 */
export async function recordBothMeant(
  open: OpenCase,
  actor: StaffActor,
  { others: shown, reason }: Omit<Parsed<'recordBothMeant'>, 'consentID' | 'version'>,
): Promise<void> {
  const { db, deps, consent, record, now } = open;
  const { organisation_id: organisationId, listed_on: listedOn } = record;
  if (listedOn === null) throw notNow(open, 'NOT_ON_A_LIST');
  if (record.in_force_consent_id !== consent.id) throw notInForceNow(open);
  const day = localDate(Date.parse(now), deps.settings.timeZone);
  const consents = await sameDayConsentsOf(db, { organisationId, id: record.id });
  const state = sameDayOf(record.id, consents, { listedOn, today: day });
  if (state.state !== 'OPEN') throw notNow(open, 'NOTHING_TO_SETTLE');
  const consentIDs = state.others.map(({ consentID }) => consentID).toSorted();
  if (!isSameValue(consentIDs, shown.toSorted())) throw await staleConsent(open);
  const meant: BothMeant = { userID: actor.userId, name: actor.name, at: now, day, reason, consentIDs };
  await moveVersion(open, 'bothMeant', {
    change: { both_meant: [...consent.both_meant, meant] },
    events: [
      {
        type: 'BOTH_MEANT',
        by: byStaff(open),
        detail: { reason, consents: consents.map(sameDayOperations).join('; '), check: await recordDigest(meant, sha256Hex) },
      },
    ],
  });
}
