import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UnderstandingQuestion } from '#domain/library/understanding.ts';
import type { TestApp } from '#tests/support/server/app.ts';

/** Two questions of a procedure; the first answer is right, and two pages hold them. */
export function twoQuestions(): UnderstandingQuestion[] {
  return [
    {
      id: randomUUID(),
      question: 'Which eye is it?',
      options: ['The right eye', 'The left eye', 'Both eyes'],
      right: 0,
      place: 'PLAN',
    },
    {
      id: randomUUID(),
      question: 'Can you choose to have no treatment?',
      options: ['Yes, I can', 'No, I cannot'],
      right: 0,
      place: 'OTHER',
    },
  ];
}

/** The leaflet that the procedure has beside its questions. */
export const A_LEAFLET = { title: 'About cataracts', url: 'https://example.org/cataracts' };

/** Writes questions and a leaflet into every version of a procedure, found by a word of its name. */
export async function giveQuestions(
  { database }: Pick<TestApp, 'database'>,
  search = 'cataract',
  questions: readonly UnderstandingQuestion[] = twoQuestions(),
): Promise<readonly UnderstandingQuestion[]> {
  const extras = JSON.stringify({ understanding: questions, Leaflets: [A_LEAFLET] });
  await sql`update procedures set fields = fields || ${extras}::jsonb where lower(name) like ${`%${search}%`}`.execute(
    database.db,
  );
  return questions;
}
