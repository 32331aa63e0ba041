import { Patient } from '#domain/patients/patient.ts';
import { ClockOffset, IdentityLine, Instant, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { DeviceProof } from './devices.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { ListedCase } from '#contract/shapes/record-summary.ts';

/** Most ops of one batch [choice]. */
export const SYNC_OPS_MOST = 50;
/** Most bytes of one batch as JSON in UTF-8; more is 413 [choice]. */
export const SYNC_BYTES_MOST = 256 * 1024;

/** Characters of a cursor [choice]. */
const CURSOR_MOST = 200;
/** Characters of the name that a device reports [choice]. */
const DEVICE_NAME_MOST = 100;
/** The most unsent items that a device reports: no vault holds as many [choice]. */
const UNSENT_MOST = 1_000_000;

/** The headers of a queued call with its capture; a batch has fields of the same meaning. */
export const CAPTURE_HEADERS = { deviceId: 'x-device-id', capturedAt: 'x-captured-at', clockOffset: 'x-clock-offset' } as const;

/**
 * The header that names the epoch of the server's data: on answers to calls with a token that is known; and on what a device has queued, the
 * epoch for which it did. Another one than before: the server was restored from a backup, and assigns its versions again.
 */
export const EPOCH_HEADER = 'x-data-epoch';

/** The server's clock minus the device's, ms, as the device knew it at the capture. */

/** One queued call of a device. `key` is its Idempotency-Key, `call` reads `POST patient/create`. */
export const SyncOp = v.strictObject({
  key: Uuid,
  call: v.pipe(v.string('The call must be text'), v.regex(/^(POST|PUT|DELETE) [\w/-]{1,100}$/, 'There is no such call')),
  input: v.record(v.string(), v.unknown(), 'The input must be an object'),
  /** capture time by the clock of the device */
  capturedAt: v.optional(Instant),
  clockOffset: v.optional(ClockOffset),
});
export type SyncOp = v.InferOutput<typeof SyncOp>;

/** The result of one op: exactly the status and body of the call by itself. */
export const SyncResult = v.object({
  key: Uuid,
  status: v.number(),
  body: v.unknown(),
  /** Whether it had taken effect before and this is its stored answer. */
  isReplay: v.boolean(),
  /** whole seconds, where the call by itself would have had a Retry-After */
  retryAfter: v.nullable(v.number()),
});
export type SyncResult = v.InferOutput<typeof SyncResult>;

const changeOf = <const E extends string, S extends v.GenericSchema>(entity: E, data: S) =>
  v.object({ entity: v.literal(entity), id: Uuid, version: v.number(), data: v.nullable(data) });

/** One current entity; `data` null when it no longer belongs on this device. A listed case's id is its recordID. */
export const Change = v.variant('entity', [
  changeOf('patient', Patient),
  changeOf('consent', Consent),
  changeOf('listed', ListedCase),
]);
export type Change = v.InferOutput<typeof Change>;

/** The calls of a device that works without a network. */
export const sync = {
  syncOps: post('sync/ops', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['signedIn'],
    summary: 'Calls that a device kept, each under a key of its own; one that is refused undoes itself alone and stops no other.',
    input: v.strictObject({
      deviceId: v.optional(Uuid),
      ops: v.pipe(
        v.array(SyncOp, 'The ops must be a list'),
        v.minLength(1, 'Send at least one op'),
        v.maxLength(SYNC_OPS_MOST, `At most ${SYNC_OPS_MOST} ops`),
      ),
    }),
    output: v.object({ message: v.string(), results: v.array(SyncResult) }),
    keyed: false,
  }),
  syncChanges: get('sync/changes', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['signedIn'],
    summary:
      'What changed of this person’s patients, drafts and coming list since the cursor; without one, all that a device keeps.',
    input: v.strictObject({
      since: v.optional(v.pipe(v.string('The cursor must be text'), v.maxLength(CURSOR_MOST, 'The cursor is not right'))),
    }),
    output: v.object({
      message: v.string(),
      changes: v.array(Change),
      cursor: v.string(),
      /** Whether there is more to fetch at once, from `cursor` on. */
      more: v.boolean(),
      /** Changes when the server was restored from a backup (see config). */
      dataEpoch: v.string(),
    }),
  }),
  userDevice: post('user/device', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary:
      'This person’s share of the key of this tablet, after a full sign-in. The first secret of a tablet stays its own; a blocked one gets no share.',
    input: v.strictObject({
      ...DeviceProof.entries,
      /** the name that the device reports, for instance "Chrome on Android" */
      name: v.optional(IdentityLine({ label: 'Device name', most: DEVICE_NAME_MOST })),
      /** unsent items of this organisation’s users on the device */
      unsent: v.optional(
        v.pipe(v.number('The number of unsent items must be a number'), v.integer(), v.minValue(0), v.maxValue(UNSENT_MOST)),
      ),
    }),
    output: v.object({
      message: v.string(),
      /** 32 bytes, base64; the same for the same person on the same tablet */
      share: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'The share is not whole')),
    }),
    keyed: false,
  }),
};
