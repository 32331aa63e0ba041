import { Unreachable } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { lastRequests } from '#src/device/last-requests.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';

export type SafetyFields = Omit<Input<'safetyReport'>, 'context'>;

/**
 * Sends a report with what is known of this device. Where no answer comes it waits on the tablet, as far as the person's work is open there.
 *
 * @returns its number; null where it waits
 * @throws as `api`
 */
export async function sendReport(report: SafetyFields): Promise<string | null> {
  const input = { ...report, context: contextNow() };
  try {
    const { data } = await api('safetyReport', input, { idempotencyKey: report.id });
    return data.number;
  } catch (failure) {
    const offline = failure instanceof Unreachable ? await whenOfflineReady() : null;
    if (offline === null) throw failure;
    await offline.local.writes.note('safetyReport', input);
    return null;
  }
}

function contextNow(): Input<'safetyReport'>['context'] {
  return {
    route: screenPath(location.pathname),
    requestIds: [...lastRequests()],
    isOnline: navigator.onLine,
    unsent: currentQueueStatus().unsent,
  };
}

/** A path without what may name a record: each part that holds a figure or is long. */
export function screenPath(pathname: string): string {
  const parts = pathname.split('/').map((part) => (/\d/.test(part) || part.length > 24 ? '…' : part));
  return parts.join('/').slice(0, 100);
}

/** The case that an address is about; undefined for any other address. */
export function caseOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const name = pathname === '/consent' ? 'id' : pathname === '/create-consent' ? 'record' : undefined;
  const id = name === undefined ? null : new URLSearchParams(search).get(name);
  // Of our own addresses alone: an id is a UUID in quotes or bare, as the router writes it.
  return id === null ? undefined : /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(id)?.[0];
}
