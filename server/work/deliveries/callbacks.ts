import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Parsed } from '#contract/calls.ts';
import { parseJson } from '#contract/engine/parse-json.ts';
import { NO_SECRETS } from '#domain/organisation/message-settings.ts';
import { Uuid } from '#domain/values/text.ts';
import { Refused } from '#server/api-error.ts';
import { takeCallbackKey } from '#server/data/notifications/deliveries.ts';
import { messageSettingsById } from '#server/data/notifications/message-settings.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { Context } from '#server/http/serve.ts';
import { openedRow } from '#server/work/messages/message-settings.ts';
import { updateOfGovukStatus, updateOfNhsStatus } from './services.ts';
import { settleDelivery } from './settle.ts';

/** The members that are read: the service adds others as it likes. */
const GovukCallback = v.object({ reference: v.nullish(v.string()), status: v.string() });

type CallbackContext = Pick<Context, 'db' | 'deps' | 'now' | 'bearer' | 'proof' | 'files'>;

/**
 * Takes what GOV.UK Notify tells of a message, in the transaction `db`: each word once, and forwards alone. A message that nobody knows changes nothing.
 *
 * @throws Refused SIGN_IN without the bearer of these settings, and in the same words for settings that there are not; INVALID for a body of another
 *   shape
 */
export async function takeGovukCallback({ id }: Parsed<'callbackGovukNotify'>, context: CallbackContext): Promise<void> {
  const { db, deps, now, bearer, files } = context;
  const row = await messageSettingsById(db, id);
  const expected = row === undefined ? null : openedRow(row, deps).secrets.govukBearer;
  if (row === undefined || expected === null || bearer === undefined || !isSame(bearer, expected)) throw new Refused('SIGN_IN');
  const read = parseJson(GovukCallback, bodyOf(files).toString('utf8'));
  if (read === undefined) throw new Refused('INVALID', { fields: [{ path: 'status', message: 'This is no news of a message' }] });
  const { reference, status } = read;
  const update = updateOfGovukStatus(status);
  if (update === null || !v.is(Uuid, reference)) return;
  if (!(await takeCallbackKey(db, { hash: sha256Hex(`govuk ${id} ${reference} ${status}`), at: now }))) return;
  await settleDelivery(db, deps, { organisation_id: row.organisation_id, id: reference }, update);
}

const NhsCallback = v.object({
  data: v.array(
    v.object({
      attributes: v.looseObject({ messageReference: v.optional(v.string()), messageStatus: v.optional(v.string()) }),
      meta: v.object({ idempotencyKey: v.pipe(v.string(), v.minLength(1)) }),
    }),
  ),
});

/**
 * Takes what NHS Notify tells of messages, in the transaction `db`: each line once, and forwards alone.
 *
 * @throws Refused SIGN_IN for another key, and in the same words for settings that there are not; FORBIDDEN for bytes that are not signed with the
 *   secret of these settings; INVALID for signed bytes of another shape
 */
export async function takeNhsCallback(
  { id }: Parsed<'callbackNhsNotify'>,
  { db, deps, now, proof, files }: CallbackContext,
): Promise<void> {
  const row = await messageSettingsById(db, id);
  const { nhsApplication, nhsKey } = row === undefined ? NO_SECRETS : openedRow(row, deps).secrets;
  if (row === undefined || nhsApplication === null || nhsKey === null) throw new Refused('SIGN_IN');
  if (proof?.apiKey === undefined || !isSame(proof.apiKey, nhsKey)) throw new Refused('SIGN_IN');
  const body = bodyOf(files);
  const right = createHmac('sha256', `${nhsApplication}.${nhsKey}`).update(body).digest('hex');
  if (proof.signature === undefined || !isSame(proof.signature, right)) throw new Refused('FORBIDDEN');
  const read = parseJson(NhsCallback, body.toString('utf8'));
  if (read === undefined) throw new Refused('INVALID', { fields: [{ path: 'data', message: 'This is no news of messages' }] });
  for (const { attributes, meta } of read.data) {
    const { messageReference: reference, messageStatus: status } = attributes;
    const update = status === undefined ? null : updateOfNhsStatus(status);
    // News of a single channel has no status of the message.
    if (update === null || !v.is(Uuid, reference)) continue;
    if (!(await takeCallbackKey(db, { hash: sha256Hex(`nhs ${id} ${meta.idempotencyKey}`), at: now }))) continue;
    await settleDelivery(db, deps, { organisation_id: row.organisation_id, id: reference }, update);
  }
}

/** The bytes of the call as they came. */
function bodyOf(files: CallbackContext['files']): Buffer {
  return files[0] ?? Buffer.alloc(0);
}

/** Whether two secrets are the same, in a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(one)), Buffer.from(sha256Hex(other)));
}
