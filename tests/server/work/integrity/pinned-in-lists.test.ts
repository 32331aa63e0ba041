import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { draft, procedureId, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  staff = await signIn(app);
});

type Form = { consentID: string; recordID: string };

const DAY = '2026-08-10';
const REFUSED = 'No blood of others';

/** Alters the draft beside a pinned form, as somebody with the database in hand can: another side, name and type, and nothing is refused. */
const alterDraft = ({ consentID }: Form) =>
  sql`update consents set form_type = 'FORM_3', content = jsonb_set(jsonb_set(jsonb_set(jsonb_set(content, '{procedures,0,side}', '"LEFT"'),
    '{procedures,0,procedureName}', '"Altered operation"'), '{refusals}', '[]'), '{mattersToMe}', '"Altered wish"')
    where id = ${consentID}`.execute(app.database.db);

async function everything({ recordID }: Form): Promise<Record<string, string>> {
  const list = { startDate: DAY, endDate: DAY };
  const file = async (path: string) => {
    const { status, text } = await app.ask({ url: `/api/${path}`, headers: { authorization: `Bearer ${staff.token}` } });
    expect(status).toBe(200);
    return text;
  };
  return {
    theatre: JSON.stringify((await staff.call('patientListed', list)).data),
    consents: JSON.stringify(await staff.call('consentGetAll', { limit: 100 })),
    records: JSON.stringify(await staff.call('recordGet', { limit: 100 })),
    // The address of a file is new each time.
    details: JSON.stringify(await staff.call('recordDetails', { id: recordID })).replaceAll(/api\/document\/[^"\\]+/g, ''),
    consentsFile: await file('export/consents?format=CSV'),
    listedFile: await file(`export/listed?format=CSV&startDate=${DAY}&endDate=${DAY}`),
  };
}

test('lists, lights, exports and details say what the signers of a form were shown, whatever its draft is altered to', async () => {
  const form = await signed(app, staff, { refusals: [REFUSED] });
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
  await staff.call('recordUpdate', {
    recordID: form.recordID,
    version,
    listed: { date: DAY, theatre: 'Theatre 1', listType: 'THEATRE' },
  });
  const before = await everything(form);
  expect(before['theatre']).toContain(REFUSED);
  await alterDraft(form);
  const after = await everything(form);
  expect(Object.keys(before).filter((where) => before[where] !== after[where])).toEqual([]);
  expect(await faultsOfCase(app, form.recordID)).toEqual(['CONTENT_CHANGED']);
});

test('a draft is listed as it stands', async () => {
  const form = await draft(staff, { procedures: [{ procedureID: await procedureId(staff), side: 'LEFT' }] });
  const all = (await staff.call('consentGetAll', { limit: 100 })).data.records;
  expect(all.find(({ consentID }) => consentID === form.consentID)?.procedures).toMatchObject([{ side: 'LEFT' }]);
});
