import { notifications } from '@mantine/notifications';
import { showNotice } from './persistent-notices.ts';

/** Time that a success notice stays, ms (spec §9). */
export const SUCCESS_MS = 5000;
/** Time that it stays after pointer or focus have left it, ms (spec §9). */
export const SUCCESS_MORE_MS = 1000;

const successes = new Set<string>();

/** Shows that something has been done, after the server has answered. Floats, and disappears by itself. */
export function noticeSuccess(message: string): void {
  const id = notifications.show({
    message,
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

function linger(id: string, message: string): void {
  notifications.update({ id, message, autoClose: SUCCESS_MORE_MS, role: 'status', withBorder: true });
}
