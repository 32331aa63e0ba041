import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answersAt } from '#tests/support/forms/later.ts';
import { bloodAndStudents, FORMS_WITH_CHOICES } from '#tests/support/forms/forms-with-choices.ts';
import { handOver, inked, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const GIVEN_UP = new Error('rolled back');

test('a form that a server of the build before takes back has no later answers that count, as one that this build takes back', async () => {
  const { consentID, recordID } = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'DISCUSS'));
  const holder = async () => handOver(app, staff, { consentID, role: 'PATIENT' });
  const first = await holder();
  await first.call('recordSign', inked(first.details));
  const again = await holder();
  await again.call('recordAnswers', await answersAt(again.details, { blood: 'REFUSE' }));
  app.clock.advance(1000);
  // Refused, and cancelled at once.
  await again.refused('recordAnswers', await answersAt(again.details, { blood: 'ACCEPT' }));
  const third = await holder();
  await third.call('recordAnswers', await answersAt(third.details, { students: 'ACCEPT' }));

  const { db } = app.database;
  const answersIn = async (trx: typeof db) =>
    (await sql<{ answers: string }>`select later_answers::text as answers from consents where id = ${consentID}`.execute(trx))
      .rows[0]?.answers;
  const asJsonb = async (value: unknown) =>
    (await sql<{ text: string }>`select ${JSON.stringify(value)}::jsonb::text as text`.execute(db)).rows[0]?.text;
  const before: { cancelledAt?: string }[] = JSON.parse((await answersIn(db)) ?? '');
  expect(before.map(({ cancelledAt }) => cancelledAt !== undefined)).toEqual([false, true, false]);
  app.clock.advance(1234);
  const now = new Date(app.clock.now()).toISOString();
  const cancelledAt = async (at: string) => asJsonb(before.map((each) => ({ ...each, cancelledAt: each.cancelledAt ?? at })));

  // An edit of the version, and a report on it, leave them as they are.
  await sql`update consents set active_tab = 1, updated_at = ${now} where id = ${consentID}`.execute(db);
  expect(await answersIn(db)).toBe(await asJsonb(before));

  const byBefore: (string | undefined)[] = [];
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`update consents set status = 'DRAFT', pinned = null, letterhead = null, digest = null, sent_at = null,
        version = version + 1, updated_at = ${now} where id = ${consentID}`.execute(trx);
      byBefore.push(await answersIn(trx));
      throw GIVEN_UP;
    })
    .catch((error: unknown) => expect(error).toBe(GIVEN_UP));
  expect(byBefore).toEqual([await cancelledAt(now)]);

  expect(await answersIn(db)).toBe(await asJsonb(before));
  await staff.call('recordRecall', { consentID, reason: 'Another side' });
  const { updated_at: recalledAt } = await db
    .selectFrom('consents')
    .select('updated_at')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  expect(await answersIn(db)).toBe(await cancelledAt(recalledAt));
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});
