import * as v from 'valibot';
import { Uuid } from '#domain/text.ts';
import { get } from './define.ts';
import { DataOf, Nothing } from './shapes.ts';

/** A mail that did not go out; never its address or its text. Times are ISO, UTC. */
const StuckMail = v.object({
  id: Uuid,
  kind: v.string(),
  state: v.picklist(['QUEUED', 'FAILED']),
  createdAt: v.string(),
  attempts: v.number(),
  /** in words; null before the first attempt */
  lastError: v.nullable(v.string()),
  /** of a link for a signer: its case */
  recordID: v.nullable(Uuid),
});
export type StuckMail = v.InferOutput<typeof StuckMail>;

/** A signed version without its sealed document. */
const StuckSeal = v.object({
  recordID: Uuid,
  consentID: Uuid,
  /** the last signature */
  since: v.string(),
  attempts: v.number(),
  /** in words; null where no attempt has failed */
  lastError: v.nullable(v.string()),
});
export type StuckSeal = v.InferOutput<typeof StuckSeal>;

export const status = {
  statusGet: get('status/get', {
    access: ['users.manage'],
    summary:
      'Mails that are queued for more than ten minutes or failed in the last fourteen days, and versions that are not sealed five minutes after they were signed; the newest 100 mails and the oldest 100 versions.',
    input: Nothing,
    output: DataOf(v.object({ mails: v.array(StuckMail), seals: v.array(StuckSeal) })),
  }),
};
