import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Parsed } from '#contract/calls.ts';
import { NO_SECRETS } from '#domain/organisation/message-settings.ts';
import { Uuid } from '#domain/values/text.ts';
import { Refused } from '#server/api-error.ts';
import { takeCallbackKey } from '#server/data/notifications/deliveries.ts';
import { messageSettingsById } from '#server/data/notifications/message-settings.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { Context } from '#server/http/serve.ts';
import { openedRow } from '#server/work/messages/message-settings.ts';
import { heardFromGovuk, heardFromNhs } from './services.ts';
import { settleDelivery } from './settle.ts';

/** The members that are read: the service adds others as it likes. */
const GovukCallback = v.object({ reference: v.nullish(v.string()), status: v.string() });

type Called = Pick<Context, 'db' | 'deps' | 'now' | 'bearer' | 'proof' | 'files'>;

/**
 * Takes what GOV.UK Notify tells of a message, in the transaction `db`: each word once, and forwards alone. A message that nobody knows changes nothing.
 *
 * @throws Refused SIGN_IN without the bearer of these settings, and in the same words for settings that there are not; INVALID for a body of another
 *   shape
 */
export async function takeGovukCallback({ id }: Parsed<'callbackGovukNotify'>, called: Called): Promise<void> {
  const { db, deps, now, bearer, files } = called;
  const row = await messageSettingsById(db, id);
  const expected = row === undefined ? null : openedRow(row, deps).secrets.govukBearer;
  if (row === undefined || expected === null || bearer === undefined || !isSame(bearer, expected)) throw new Refused('SIGN_IN');
  const read = v.safeParse(GovukCallback, jsonOf(files[0] ?? Buffer.alloc(0)));
  if (!read.success) throw new Refused('INVALID', { fields: [{ path: 'status', message: 'This is no news of a message' }] });
  const { reference, status } = read.output;
  const heard = heardFromGovuk(status);
  if (heard === null || !v.is(Uuid, reference)) return;
  if (!(await takeCallbackKey(db, { hash: sha256Hex(`govuk ${reference} ${status}`), at: now }))) return;
  await settleDelivery(db, deps, { organisation_id: row.organisation_id, id: reference }, heard);
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
  { db, deps, now, proof, files }: Called,
): Promise<void> {
  const row = await messageSettingsById(db, id);
  const { nhsApplication, nhsKey } = row === undefined ? NO_SECRETS : openedRow(row, deps).secrets;
  if (row === undefined || nhsApplication === null || nhsKey === null) throw new Refused('SIGN_IN');
  if (proof?.apiKey === undefined || !isSame(proof.apiKey, nhsKey)) throw new Refused('SIGN_IN');
  const body = files[0] ?? Buffer.alloc(0);
  const right = createHmac('sha256', `${nhsApplication}.${nhsKey}`).update(body).digest('hex');
  if (proof.signature === undefined || !isSame(proof.signature, right)) throw new Refused('FORBIDDEN');
  const read = v.safeParse(NhsCallback, jsonOf(body));
  if (!read.success) throw new Refused('INVALID', { fields: [{ path: 'data', message: 'This is no news of messages' }] });
  for (const { attributes, meta } of read.output.data) {
    const { messageReference: reference, messageStatus: status } = attributes;
    const heard = status === undefined ? null : heardFromNhs(status);
    // News of a single channel has no status of the message.
    if (heard === null || !v.is(Uuid, reference)) continue;
    if (!(await takeCallbackKey(db, { hash: sha256Hex(`nhs ${id} ${meta.idempotencyKey}`), at: now }))) continue;
    await settleDelivery(db, deps, { organisation_id: row.organisation_id, id: reference }, heard);
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether two secrets are the same, in a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
