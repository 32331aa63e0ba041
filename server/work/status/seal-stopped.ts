import { localDate, longDate } from '#domain/values/plain-date.ts';
import type { SealingFault } from '#server/outside/seal/sealer.ts';

/** Why nothing is sealed, as a sentence for administrators; null while it is. @param zone - IANA name */
export function sealStopped(fault: SealingFault | undefined, zone: string): string | null {
  if (fault === undefined) return null;
  if ('sentence' in fault) return fault.sentence;
  return `Sealing has stopped: the certificate ended on ${longDate(localDate(fault.endedAt, zone))}.`;
}
