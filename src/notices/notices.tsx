import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Time that a success notice stays, ms (spec §9). */
export const SUCCESS_MS = 5000;
/** Time that it stays after pointer or focus have left it, ms (spec §9). */
export const SUCCESS_MORE_MS = 1000;

/** The highest of {@link priorityOf}. */
const MAX_SHOWN = 3;

/** Notices that nobody may miss, whatever else is shown: they say whether work is stored and sent at all. */
const PRIORITY: readonly string[] = ['offline', 'failing', 'portal', 'vault-sealed', 'storage-unavailable', 'session-ended'];

const shown = new Set<string>();
const successes = new Set<string>();

type ShownNotice = {
  /** Identity of the notice: at most one per id is shown. */
  readonly id: string;
  readonly message: string;
  readonly tone: 'warn' | 'info' | 'stop';
  readonly action?: ReactNode;
};

/** Shows that something has been done, after the server has answered. Disappears by itself. */
export function noticeSuccess(message: string): void {
  const id = notifications.show({
    message,
    // Highest priority: it disappears in a moment, and shown later it would answer nothing.
    priority: MAX_SHOWN,
    role: 'status',
    withBorder: true,
    autoClose: SUCCESS_MS,
    // The list pauses the timer while pointer or focus are on the notice, and restarts it with the time set here.
    onMouseEnter: () => linger(id, message),
    onFocus: () => linger(id, message),
    onClose: () => void successes.delete(id),
  });
  successes.add(id);
}

/** Takes the notices of success away: of an earlier act, they would stand over the news that this one was not done. */
export function hideSuccesses(): void {
  for (const id of successes) notifications.hide(id);
  successes.clear();
}

/** Shows that something failed; stays until it is dismissed. */
export function noticeFailure(message: string): void {
  showNotice({ id: `failure:${message}`, message, tone: 'stop' });
}

/** Shows a notice that stays until it is dismissed or {@link hideNotice} removes it. A second call with its id replaces it. */
export function showNotice({ id, message, tone, action }: ShownNotice): void {
  const body = action === undefined ? message : <NoticeBody message={message} action={action} />;
  const notice = {
    id,
    priority: priorityOf({ id, tone }),
    message: body,
    color: { warn: 'yellow', info: 'blue', stop: 'red' }[tone],
    role: tone === 'stop' ? 'alert' : 'status',
    withBorder: true,
    autoClose: false,
    onClose: () => void shown.delete(id),
  } as const;
  if (shown.has(id)) notifications.update(notice);
  else notifications.show(notice);
  shown.add(id);
}

export function hideNotice(id: string): void {
  if (shown.has(id)) notifications.hide(id);
}

/** Priority when there is not room for all notices: the higher number first, and of the same number the older. */
function priorityOf({ id, tone }: Pick<ShownNotice, 'id' | 'tone'>): number {
  return PRIORITY.includes(id) ? MAX_SHOWN : { stop: 2, warn: 1, info: 0 }[tone];
}

function linger(id: string, message: string): void {
  notifications.update({ id, message, autoClose: SUCCESS_MORE_MS, role: 'status', withBorder: true });
}

function NoticeBody({ message, action }: { readonly message: string; readonly action: ReactNode }) {
  return (
    <>
      {message}
      <div style={{ marginTop: '0.5rem' }}>{action}</div>
    </>
  );
}
