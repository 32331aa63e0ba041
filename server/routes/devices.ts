import { DONE } from '#domain/messages.ts';
import { deviceById, listDevices, presentDevice, setRevoked } from '../data/devices.ts';
import { endSessionsOn } from '../data/end-sessions.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { noteDone } from '../work/account-notes.ts';

export const devices: Pick<Handlers, 'deviceGet' | 'deviceRevoke'> = {
  async deviceGet(filter, { sql, actor }) {
    const { records, ...frame } = await listDevices(sql, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...frame, records: records.map(presentDevice) } };
  },

  async deviceRevoke({ id, isRevoked }, { sql, actor, parts, now, address }) {
    const { organisationId } = actor;
    const isChanged = await setRevoked(sql, { organisationId, id }, isRevoked ? now : null);
    const device = await deviceById(sql, organisationId, id);
    if (device === undefined) throw new Refused('NOT_FOUND');
    if (isChanged) {
      // Whoever holds the tablet now is out at once, not only at the next sign-in.
      if (isRevoked) await endSessionsOn(sql, { organisationId, deviceId: id, now });
      const type = isRevoked ? 'DEVICE_REVOKED' : 'DEVICE_RESTORED';
      await noteDone(sql, { actor, parts, address }, { type, subject: device.name, detail: id });
    }
    return { message: isRevoked ? DONE.DEVICE_REVOKED : DONE.DEVICE_RESTORED, data: presentDevice(device) };
  },
};
