import { uuidV7 } from '#domain/base/uuid-v7.ts';

/**
 * Id of an entity or call that is made on this device: UUID version 7. The browser's own `randomUUID` is missing on a page that came
 * without https.
 */
export function newId(): string {
  return uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}
