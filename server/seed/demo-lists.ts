import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { keyOfVersion, openCase, type OpenCase } from '#server/work/cases/open-case.ts';
import { changeListing } from '#server/work/consents/listed.ts';
import { openPointsOfForm } from '#server/work/cases/points-of-form.ts';
import { recordTalk } from '#server/work/consents/record-talk.ts';
import { contextOf } from './past.ts';
import type { DemoCase, DemoStage } from './demo-cases.ts';

/** The rows of a demo list: how far each case has come, and whether the oldest or the newest of them stands there. */
type Row = { readonly stage: DemoStage; readonly from: 'oldest' | 'newest'; readonly theatre: string };

const READY = { stage: 'signed', from: 'newest', theatre: '1' } as const;
/** Signed so long ago that it is confirmed on the day. */
const TO_CONFIRM = { stage: 'signed', from: 'oldest', theatre: '2' } as const;
const HALF_SIGNED = { stage: 'half', from: 'newest', theatre: '1' } as const;
const UNSIGNED = { stage: 'sent', from: 'newest', theatre: '2' } as const;
const WITHOUT_CONSENT = { stage: 'draft', from: 'newest', theatre: '2' } as const;

/** The lists by days from today, each with a row of every light. */
const LISTS: readonly (readonly [days: number, rows: readonly Row[]])[] = [
  [-1, [READY, HALF_SIGNED, WITHOUT_CONSENT]],
  [0, [READY, TO_CONFIRM, UNSIGNED, WITHOUT_CONSENT]],
  [1, [READY, HALF_SIGNED, WITHOUT_CONSENT]],
];

/** Lists demo cases for surgery, each once, by the same work as real ones. @param made - in the order of their time */
export async function demoLists({ db, deps }: { db: Db; deps: Deps }, made: readonly DemoCase[]): Promise<void> {
  // Listed the day before the first of them.
  const at = deps.clock() - 2 * DAY;
  const free = [...made];
  for (const [days, rows] of LISTS)
    for (const { stage, from, theatre } of rows) {
      const found = from === 'oldest' ? free.find((each) => each.stage === stage) : free.findLast((each) => each.stage === stage);
      if (found === undefined) continue;
      free.splice(free.indexOf(found), 1);
      const { consentID, actor } = found;
      const open = () => openCase(contextOf(db, deps, actor, at), consentID);
      if (stage === 'signed') await talkAboutAll(await open(), actor);
      const date = localDate(deps.clock() + days * DAY, deps.settings.timeZone);
      await changeListing(await open(), actor, { date, theatre, listType: 'THEATRE' });
    }
}

/** Demo patients answer no choices: before the operation somebody has talked with them about those that matter for safety. */
async function talkAboutAll(open: OpenCase, actor: StaffActor): Promise<void> {
  const points = openPointsOfForm(open, await recipientsIn(open.db, keyOfVersion(open)));
  if (points.length === 0) return;
  await recordTalk(open, actor, { choiceIDs: points.map(({ id }) => id), outcome: 'Demo: the patient agrees' });
}
