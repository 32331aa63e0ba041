import { DONE } from '#domain/base/done-messages.ts';
import { deviceById, listDevices, presentDevice, setLabel, setRevoked } from '#server/data/sync/devices.ts';
import { endSessionsOn } from '#server/data/accounts/end-sessions.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

export const devicesHandlers: Pick<Handlers, 'deviceGet' | 'deviceRevoke' | 'deviceRename'> = {
  async deviceGet(filter, { db, actor }) {
    const { records, ...frame } = await listDevices(db, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...frame, records: records.map(presentDevice) } };
  },

  async deviceRevoke({ id, isRevoked }, { db, actor, deps, now, address }) {
    const { organisationId } = actor;
    const isChanged = await setRevoked(db, { organisationId, id }, isRevoked ? now : null);
    const device = await deviceById(db, organisationId, id);
    if (device === undefined) throw new Refused('NOT_FOUND');
    if (isChanged) {
      // The sessions on the tablet end at once, not only at the next sign-in.
      if (isRevoked) await endSessionsOn(db, { organisationId, deviceId: id, now });
      const type = isRevoked ? 'DEVICE_REVOKED' : 'DEVICE_RESTORED';
      await logStaffSecurityEvent(db, { actor, deps, address }, { type, subject: device.label ?? device.name, detail: id });
    }
    return { message: isRevoked ? DONE.DEVICE_REVOKED : DONE.DEVICE_RESTORED, data: presentDevice(device) };
  },

  async deviceRename({ id, label }, { db, actor, deps, address }) {
    const { organisationId } = actor;
    const isChanged = await setLabel(db, { organisationId, id }, label === '' ? null : label);
    const device = await deviceById(db, organisationId, id);
    if (device === undefined) throw new Refused('NOT_FOUND');
    if (isChanged) {
      const subject = device.label ?? device.name;
      await logStaffSecurityEvent(db, { actor, deps, address }, { type: 'DEVICE_RENAMED', subject, detail: id });
    }
    return { message: DONE.DEVICE_RENAMED, data: presentDevice(device) };
  },
};
