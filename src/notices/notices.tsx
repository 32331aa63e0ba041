import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** A success stays this long (spec §9). */
export const SUCCESS_MS = 5000;
/** …and this much longer after pointer or focus have left it (spec §9). */
export const SUCCESS_MORE_MS = 1000;

/** The highest of {@link priorityOf}. */
const MOST = 3;

/** What nobody may miss, whatever else stands there: it says whether work is kept and sent at all. */
const FIRST: readonly string[] = ['offline', 'portal', 'vault-sealed', 'session-ended'];

const shown = new Set<string>();

type Standing = {
  /** One notice of a kind at a time. */
  readonly id: string;
  readonly message: string;
  readonly tone: 'warn' | 'info' | 'stop';
  readonly action?: ReactNode;
};

/** Says that something has been done, after the server has answered. Vanishes by itself. */
export function noticeSuccess(message: string): void {
  const id = notifications.show({
    message,
    // Gone in a moment by itself: later it would answer nothing.
    priority: MOST,
    role: 'status',
    withBorder: true,
    autoClose: SUCCESS_MS,
    // The list pauses while pointer or focus are on it, and starts anew with what stands here then.
    onMouseEnter: () => linger(id, message),
    onFocus: () => linger(id, message),
  });
}

/** Says that something failed; stays until it is dismissed. */
export function noticeFailure(message: string): void {
  showNotice({ id: `failure:${message}`, message, tone: 'stop' });
}

/** A notice that stays until it is dismissed or {@link hideNotice} takes it away. Shown again, it is replaced. */
export function showNotice({ id, message, tone, action }: Standing): void {
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

/** Which notices are seen where there is not room for all: the higher number first, and of the same number the older. */
function priorityOf({ id, tone }: Pick<Standing, 'id' | 'tone'>): number {
  return FIRST.includes(id) ? MOST : { stop: 2, warn: 1, info: 0 }[tone];
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
