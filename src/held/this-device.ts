import { uuidV7 } from '#domain/uuid-v7.ts';
import { openDevice, type Device } from '#store/device.ts';
import type { Means } from '#store/means.ts';

let device: Device | undefined;

/** The store of this device, opened at the first need. */
export function thisDevice(): Device {
  device ??= openDevice();
  return device;
}

/** An id for something that is made on this device: UUID version 7. */
export function newId(): string {
  return uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}

/** What the store takes from this browser. */
export const means: Means = {
  now: Date.now,
  newId,
  random: Math.random,
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};
