import { DONE } from '#domain/base/done-messages.ts';
import { sharePlace } from '#server/data/accounts/sealed-secrets.ts';
import { holdDevice, recordDeviceUse, shareOf } from '#server/data/sync/device-shares.ts';
import type { Handlers } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { proveDevice } from '#server/work/accounts/prove-device.ts';
import { changesFor } from '#server/work/sync/changes.ts';
import { agentWords } from '#server/policies/client-network.ts';
import { performBatch } from '#server/work/sync/ops.ts';
import { inTransaction } from '#server/data/transaction.ts';

export const syncHandlers: Pick<Handlers, 'syncOps' | 'syncChanges' | 'userDevice'> = {
  async syncOps(envelope, context) {
    return { message: DONE.OK, results: await performBatch(envelope, context) };
  },

  async syncChanges({ since }, { db, actor, deps }) {
    const reading = { db, actor, deps };
    return { message: DONE.OK, ...(await changesFor(reading, since)) };
  },

  async userDevice({ deviceId, deviceSecret, name, unsent }, { db, actor, deps, now, address, agent, build }) {
    const { organisationId, userId, sessionId } = actor;
    // A tablet without a name is named after its browser.
    const called = name === undefined || name === '' ? agentWords(agent) : name;
    const share = await inTransaction(db, async (trx) => {
      const { device, isNew } = await holdDevice(trx, { organisationId, deviceId, called, now });
      await proveDevice(trx, device, { deviceSecret, boundTo: actor.deviceId });
      await recordDeviceUse(trx, { organisationId, deviceId, userId, sessionId, name, unsent, build, now });
      if (isNew)
        await logStaffSecurityEvent(trx, { actor, deps, address }, { type: 'DEVICE_SEEN', subject: called, detail: deviceId });
      const place = sharePlace({ organisationId, deviceId, userId });
      const fresh = deps.secrets.seal(Buffer.from(deps.random(32)).toString('base64'), place);
      return deps.secrets.open(await shareOf(trx, { organisationId, deviceId, userId, now, fresh }), place);
    });
    return { message: DONE.OK, share };
  },
};
