import { readFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { json } from '#server/data/json.ts';
import type { Json } from '#tests/support/server/app.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import type { Catalogue, OfflineForm } from '#tests/support/forms/offline-form.ts';
import { sendAlone, sendEnvelope, type KeptCall } from '#tests/support/tablet/tablet.ts';
import { caseWithoutAddresses } from '#tests/support/server/without-addresses.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Recorded = Pick<OfflineForm, 'consentID' | 'recordID' | 'patientID' | 'digest' | 'ops'>;

/**
 * The queued calls of tablets of build 0.1.0, word for word, with the library that they had: two forms, written and signed or
 * refused offline. The recording is never regenerated. Calls of later builds get a recording of their own beside it.
 */
type Kept = { readonly library: Pick<Catalogue, 'procedure' | 'template'>; readonly forms: readonly Recorded[] };
const { library, forms } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../fixtures/kept-0.1.0.json'), 'utf8'),
) as Kept;

const app = useTestApp();

// The library gets the versions of that time.
beforeAll(async () => {
  const { db } = app.database;
  const { procedure, template } = library;
  const { procedureID, version, ...fields } = procedure;
  const aProcedure = await db.selectFrom('procedures').selectAll().limit(1).executeTakeFirstOrThrow();
  const names = { id: procedureID, name: procedure.procedureName, acronym: procedure.procedureAcronym ?? '' };
  await db
    .insertInto('procedures')
    .values({
      ...aProcedure,
      ...names,
      version,
      is_current: true,
      editors: json([]),
      fields: json({ ...aProcedure.fields, ...fields }),
    })
    .execute();
  const aTemplate = await db
    .selectFrom('templates')
    .selectAll()
    .where('form_type', '=', 'FORM_1')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('templates')
    .values({ ...aTemplate, id: template._id, version: template.version, is_current: true, nodes: json(template.data) })
    .execute();
});

/** Calls that no tablet of that build queued. */
const SINCE: readonly string[] = ['POST patient/conflict', 'POST record/confirm', 'POST record/understanding'];

test('every call that a tablet may keep is among what was recorded', () => {
  const recorded = new Set(forms.flatMap(({ ops }) => ops.map(({ call }) => call)));
  const mayBeKept = Object.values(calls).filter(({ offline }) => offline === 'queue');
  const names = mayBeKept.map(({ method, path: route }) => `${method} ${route}`).filter((name) => !SINCE.includes(name));
  expect([...recorded].toSorted()).toEqual(names.toSorted());
});

test('what a tablet of build 0.1.0 kept takes effect, whole, and asked for a second time it takes none', async () => {
  const staff = await signIn(app);
  // A tablet of that build names no secret.
  const deviceId = randomUUID();
  await staff.call('userDevice', { deviceId });
  const caseOf = async ({ recordID }: Recorded) =>
    caseWithoutAddresses((await staff.call('recordDetails', { id: recordID })).data);
  const outcome = ({ call }: KeptCall, { status, body }: { status: number; body: Json }) => `${call} ${body.error ?? status}`;
  for (const { ops } of forms) {
    const answers = await sendEnvelope(app, { token: staff.token, deviceId }, ops);
    expect(answers.map((answer, nth) => outcome(ops[nth]!, answer))).toEqual(ops.map(({ call }) => `${call} 200`));
    await app.doJobs();
  }
  const [signed, declined] = forms;
  const cases = [await caseOf(signed!), await caseOf(declined!)] as const;
  const [ofSigned, ofDeclined] = cases.map(({ consents }) => consents[0]!);
  expect(ofSigned).toMatchObject({ status: 'WITHDRAWN', sealState: 'SEALED', contentDigest: signed!.digest });
  expect(ofSigned!.signatures.map(({ role }) => role)).toEqual(['PATIENT', 'CLINICIAN']);
  expect(ofDeclined).toMatchObject({ status: 'DECLINED', signatures: [] });
  for (const { ops } of forms) for (const op of ops) expect(outcome(op, await sendAlone(app, staff, op))).toBe(`${op.call} 200`);
  expect([await caseOf(signed!), await caseOf(declined!)]).toEqual(cases);
});
