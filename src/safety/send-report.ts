import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { lastRequests } from '#src/device/last-requests.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';

export type SafetyFields = Omit<Input<'safetyReport'>, 'context'>;

/** A report that no answer came to, on a tablet on which nobody's work is open: neither sent nor saved. */
export class ReportNotSaved extends Unreachable {
  override name = 'ReportNotSaved';
}

/** The words above a report that is neither sent nor saved: each way in which it is not lost. */
export const REPORT_NOT_SAVED =
  'Your report is NOT sent and NOT saved: there is no network, and this tablet saves nothing while your work is not open. What you typed is still here. Send it again once there is a network, or report from another device. If somebody may be harmed, tell the person in charge now.';

/**
 * Sends a report with what is known of this device. Where no answer comes, or the sign-in has run out, it waits on the tablet, as far as the
 * person's work is open there.
 *
 * @returns its number; null where it waits
 * @throws ReportNotSaved where it cannot wait; else as `api`
 */
export async function sendReport(report: SafetyFields): Promise<string | null> {
  const input = { ...report, context: contextNow() };
  try {
    const { data } = await api('safetyReport', input, { idempotencyKey: report.id });
    return data.number;
  } catch (failure) {
    if (!(failure instanceof Unreachable) && !isSignInOver(failure)) throw failure;
    const offline = await whenOfflineReady();
    if (offline === null) throw failure instanceof Unreachable ? new ReportNotSaved() : failure;
    await offline.local.writes.note('safetyReport', input);
    return null;
  }
}

/** Whether the server no longer knows the sign-in: the screen of the report is gone with it. */
function isSignInOver(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 'SIGN_IN';
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
