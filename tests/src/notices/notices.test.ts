import { noticeFailure, noticeSuccess, showNotice } from '#src/notices/notices.tsx';
import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';

/** The number of notices that fit on the page. */
const ROOM = 6;

afterEach(() => notifications.clean());

const seen = () => notificationsStore.getState().notifications;

test('however much stands there, nobody misses that the tablet is offline, that a network wants a sign-in, and what has just been done', () => {
  notificationsStore.setState({ ...notificationsStore.getState(), limit: ROOM });
  for (const id of ['install', 'update', 'slow']) showNotice({ id, message: id, tone: 'info' });
  for (const id of ['clock', 'storage', 'age']) showNotice({ id, message: id, tone: 'warn' });
  for (const what of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) noticeFailure(what);
  showNotice({ id: 'offline', message: 'offline', tone: 'warn' });
  showNotice({ id: 'portal', message: 'portal', tone: 'warn' });
  noticeSuccess('Saved');
  const ids = seen().map(({ id }) => id ?? '');
  expect(ids).toHaveLength(ROOM);
  expect(ids).toEqual(expect.arrayContaining(['offline', 'portal']));
  expect(seen().map(({ message }) => message)).toContain('Saved');
  // Failures come before information.
  expect(ids.filter((id) => id.startsWith('failure:'))).toHaveLength(3);
});
