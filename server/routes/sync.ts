import { DONE } from '#domain/messages.ts';
import { holdDevice, noteUse, shareOf } from '../data/device-shares.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { noteDone } from '../work/account-notes.ts';
import { changesFor } from '../work/sync-changes.ts';
import { agentWords } from '../work/place.ts';
import { makeKeptCalls } from '../work/sync-ops.ts';

export const sync: Pick<Handlers, 'syncOps' | 'syncChanges' | 'userDevice'> = {
  async syncOps(envelope, context) {
    return { message: DONE.OK, results: await makeKeptCalls(envelope, context) };
  },

  async syncChanges({ since }, { sql, actor, parts }) {
    const reading = { sql, actor, now: parts.clock(), timeZone: parts.settings.timeZone };
    return { message: DONE.OK, ...(await changesFor(reading, since)) };
  },

  async userDevice({ deviceId, name, unsent }, { sql, actor, parts, now, address, agent }) {
    const { organisationId, userId, sessionId } = actor;
    // One that does not say its name is called by its browser.
    const called = name === undefined || name === '' ? agentWords(agent) : name;
    const share = await sql.transaction().execute(async (trx) => {
      const { device, isNew } = await holdDevice(trx, { organisationId, deviceId, called, now });
      if (device.revoked_at !== null) throw new Refused('DEVICE_REVOKED');
      await noteUse(trx, { organisationId, deviceId, userId, sessionId, name, unsent, now });
      if (isNew) await noteDone(trx, { actor, parts, address }, { type: 'DEVICE_SEEN', subject: called, detail: deviceId });
      const fresh = Buffer.from(parts.random(32)).toString('base64');
      return shareOf(trx, { organisationId, deviceId, userId, now, fresh });
    });
    return { message: DONE.OK, share };
  },
};
