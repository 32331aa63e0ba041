import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical } from '#domain/base/canonical.ts';
import { isSameBody, keyedBodyOf } from '#server/http/keyed-body.ts';
import { sha256Hex } from '#server/sha256.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { kept, registerTablet, sendAlone, sendEnvelope, type KeptCall } from '#tests/support/tablet/tablet.ts';
import { growCall } from '#tests/support/server/grown-call.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string; deviceId: string };
const app = useTestApp(async (opened) => {
  staff = await registerTablet(await signIn(opened));
});

async function aMove(): Promise<KeptCall> {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  return kept('patientUpdateStatus', { id: patient.id, version: patient.version, status: 'INACTIVE' });
}

const storedOf = (op: KeptCall) =>
  app.database.db
    .selectFrom('idempotency')
    .select(['body_sha256', 'body_digest'])
    .where('op_id', '=', op.key)
    .executeTakeFirstOrThrow();

test('what was sent before an update is answered again after it, alone and in an envelope', async () => {
  const [alone, together] = [await aMove(), await aMove()];
  expect((await sendAlone(app, staff, alone)).status).toBe(200);
  expect(await sendEnvelope(app, staff, [together])).toMatchObject([{ status: 200, isReplay: false }]);
  growCall('patientUpdateStatus');
  for (const op of [alone, together]) {
    const again = await sendAlone(app, staff, op);
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
    expect(await sendEnvelope(app, staff, [op])).toMatchObject([{ status: 200, isReplay: true, body: again.body }]);
  }
});

test('a key that a server of a former version stored is known: by its parsed body, and by the body that a tablet had parsed', async () => {
  const op = await aMove();
  expect((await sendAlone(app, staff, op)).status).toBe(200);
  const { body_sha256: asSent } = await storedOf(op);
  expect(asSent).toBe(sha256Hex(canonical(op.input)));
  const setStored = (body_sha256: string, body_digest: number) =>
    app.database.db.updateTable('idempotency').set({ body_sha256, body_digest }).where('op_id', '=', op.key).execute();
  const parsed = sha256Hex(canonical({ ...(op.input as object), since: 'the update' }));
  growCall('patientUpdateStatus');
  // The former server had the field already, or it came with this update.
  for (const stored of [parsed, asSent]) {
    await setStored(stored, 1);
    expect((await sendAlone(app, staff, op)).headers['idempotent-replayed']).toBe('true');
    expect(await sendEnvelope(app, staff, [op])).toMatchObject([{ isReplay: true }]);
  }
  // A digest of the body as it was sent is compared with that alone.
  await setStored(parsed, 2);
  expect(await sendAlone(app, staff, op)).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
});

test('the digest is of what was sent, in any order of its fields, and of the files', () => {
  const digestOf = (fields: unknown, files: Uint8Array[] = []) => keyedBodyOf({ fields, files }, {}).sha256;
  expect(digestOf({ a: 1, b: ['x'] })).toBe(digestOf({ b: ['x'], a: 1 }));
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 1, b: '' }));
  const file = (text: string) => new TextEncoder().encode(text);
  expect(digestOf({}, [file('one')])).not.toBe(digestOf({}, [file('two')]));
  const body = keyedBodyOf({ fields: { a: 1 }, files: [] }, { a: 1, b: 'filled in' });
  expect(isSameBody({ body_sha256: digestOf({ a: 1, b: 'filled in' }), body_digest: 2 }, body)).toBe(false);
  expect(isSameBody({ body_sha256: digestOf({ a: 1, b: 'filled in' }), body_digest: 1 }, body)).toBe(true);
});

test('another body under a key is refused, whichever way its digest was made', async () => {
  const op = await aMove();
  expect((await sendAlone(app, staff, op)).status).toBe(200);
  const other = { ...op, input: { ...(op.input as object), status: 'DECEASED' } };
  for (const digest of [1, 2]) {
    await app.database.db.updateTable('idempotency').set({ body_digest: digest }).where('op_id', '=', op.key).execute();
    expect(await sendAlone(app, staff, other)).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
  }
  expect((await sendAlone(app, staff, { ...other, key: randomUUID() })).body.error).toBe('VERSION_CONFLICT');
});
