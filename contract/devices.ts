import { IdentityLine, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { ListOf, PageFields, Search } from '#contract/shapes/list-shapes.ts';

/** The name that an administrator gives a tablet, characters [choice]. */
export const DEVICE_LABEL_MOST = 60;

/** The secret by which a tablet proves its id: 32 random bytes, base64. The tablet makes it, and the server keeps its digest. */
const DeviceSecret = v.pipe(
  v.string('The secret of the tablet must be text'),
  v.regex(/^[A-Za-z0-9+/]{43}=$/, 'The secret of the tablet is not whole'),
);

/** The proof of a tablet's identity. Builds from before the secret send the id alone. */
export const DeviceProof = v.strictObject({ deviceId: Uuid, deviceSecret: v.optional(DeviceSecret) });
export type DeviceProof = v.InferOutput<typeof DeviceProof>;

/** The name that an administrator gives a tablet; empty for none. */
const DeviceLabel = IdentityLine({ label: 'Name of the tablet', most: DEVICE_LABEL_MOST });

/** A tablet that people of the organisation sign in on. Times are ISO, UTC. */
export const Device = v.object({
  id: Uuid,
  /** The name that the device reports, for instance "Chrome on Android". */
  name: v.string(),
  /** The name that an administrator has given, for instance "Ward 7, tablet 2". */
  label: v.nullable(v.string()),
  lastUsedAt: v.string(),
  lastUsedBy: v.nullable(v.string()),
  /** Unsent items at its last report. */
  unsent: v.number(),
  revokedAt: v.nullable(v.string()),
});
export type Device = v.InferOutput<typeof Device>;

export const devices = {
  deviceGet: get('device/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary: 'The tablets of the organisation, with their last use and what waited on them to be sent.',
    input: v.strictObject({ ...PageFields, search: Search }),
    output: ListOf(Device),
  }),
  deviceRevoke: post('device/revoke', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary: 'Blocks a tablet, or allows it again: while it is blocked its stored data cannot be opened with a sign-in.',
    input: v.strictObject({ id: Uuid, isRevoked: v.boolean('The mark must be yes or no') }),
    output: DataOf(Device),
  }),
  deviceRename: post('device/rename', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary: 'Gives a tablet a name, or with an empty one takes the given name away.',
    input: v.strictObject({ id: Uuid, label: DeviceLabel }),
    output: DataOf(Device),
  }),
};
