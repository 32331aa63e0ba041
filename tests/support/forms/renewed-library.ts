import { json } from '#server/data/json.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { Catalogue } from './offline-form.ts';

const SERVING = { status: 'ACTIVE', superseded_at: null } as const;

type Entries = { procedure: Pick<Catalogue['procedure'], 'procedureID'>; template: Pick<Catalogue['template'], '_id'> };

/** Publishes new versions of a procedure and a template: the previous versions stay, and are no longer the present ones. */
export async function renewLibrary(app: Pick<TestApp, 'database'>, { procedure, template }: Entries): Promise<void> {
  const { db } = app.database;
  const old = await db
    .updateTable('procedures')
    .set({ is_current: false, status: 'RETIRED', superseded_at: new Date().toISOString() })
    .where('id', '=', procedure.procedureID)
    .where('is_current', '=', true)
    .returningAll()
    .executeTakeFirstOrThrow();
  const risks = old.fields.risks.map((risk) => ({ ...risk, text: `${risk.text} (renewed)` }));
  const fields = { ...old.fields, procedureName: `${old.fields.procedureName} (renewed)`, risks };
  await db
    .insertInto('procedures')
    .values({ ...old, ...SERVING, is_current: true, version: old.version + 1, editors: json(old.editors), fields: json(fields) })
    .execute();
  const before = await db
    .updateTable('templates')
    .set({ is_current: false })
    .where('id', '=', template._id)
    .where('is_current', '=', true)
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('templates')
    .values({
      ...before,
      is_current: true,
      version: before.version + 1,
      nodes: json(before.nodes.toReversed()),
      translations: json(before.translations),
    })
    .execute();
}
