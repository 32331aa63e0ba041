import type { Parsed } from '#contract/calls.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import { recordDigest } from '#domain/integrity/record-digests.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { notInForceNow } from '#server/work/cases/not-now.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { openPointsOfForm } from '#server/work/cases/points-of-form.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/**
 * Records, under one account, that choices which the form in force leaves open were talked about. The form stays as it was signed.
 *
 * @throws Refused MOVE_REFUSED for a form that is not in force; INVALID for a choice that is not open, or not any more
 */
export async function recordTalk(
  open: OpenCase,
  actor: StaffActor,
  { choiceIDs, outcome }: Omit<Parsed<'recordTalked'>, 'consentID'>,
): Promise<void> {
  const { consent, record, now, deps } = open;
  const { pinned, talks } = consent;
  if (pinned === null || record.in_force_consent_id !== consent.id) throw notInForceNow(open);
  const points = openPointsOfForm(open, await recipientsIn(open.db, keyOfVersion(open)));
  const strange = choiceIDs.findIndex((id, at) => !points.some((each) => each.id === id) || choiceIDs.indexOf(id) !== at);
  if (strange !== -1)
    throw new Refused('INVALID', {
      fields: [{ path: `choiceIDs.${strange}`, message: 'This is not open any more: reload the page to see what is' }],
    });
  const day = localDate(Date.parse(now), deps.settings.timeZone);
  const talk: Talk = { userID: actor.userId, name: actor.name, at: now, day, choiceIDs, outcome };
  const about = points.filter(({ id }) => choiceIDs.includes(id)).map(({ name }) => name);
  await moveVersion(open, 'talk', {
    change: { talks: [...talks, talk] },
    events: [
      {
        type: 'TALKED',
        by: byStaff(open),
        detail: { about: about.join(', '), outcome, check: await recordDigest(talk, sha256Hex) },
      },
    ],
  });
}
