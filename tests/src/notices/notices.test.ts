import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { hideNotice, persistentNotices, showNotice } from '#src/notices/persistent-notices.ts';
import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';

afterEach(() => {
  notifications.clean();
  for (const { id } of persistentNotices.getState()) hideNotice(id);
});

const ids = () => persistentNotices.getState().map(({ id }) => id);

test('nobody misses that the tablet is offline and that a network wants a sign-in: they come before all else, and failures before information', () => {
  for (const id of ['install', 'update', 'slow']) showNotice({ id, message: id, tone: 'info' });
  for (const id of ['clock', 'storage']) showNotice({ id, message: id, tone: 'warn' });
  for (const failure of ['one', 'two']) noticeFailure(failure);
  showNotice({ id: 'offline', message: 'offline', tone: 'warn' });
  showNotice({ id: 'portal', message: 'portal', tone: 'warn' });
  const [first, failures, rest] = [
    ['offline', 'portal'],
    ['failure:one', 'failure:two'],
    ['clock', 'storage', 'install', 'update', 'slow'],
  ];
  expect(ids()).toEqual([...first, ...failures, ...rest]);
});

test('what stays floats nowhere, and only what goes by itself does', () => {
  showNotice({ id: 'offline', message: 'offline', tone: 'warn' });
  noticeFailure('It was not done');
  expect(notificationsStore.getState().notifications).toEqual([]);
  noticeSuccess('Saved');
  expect(notificationsStore.getState().notifications.map(({ message }) => message)).toEqual(['Saved']);
  expect(ids()).toEqual(['offline', 'failure:It was not done']);
});

test('a notice that comes again is one, and is read out again; a hidden one is gone', () => {
  noticeFailure('It was not done');
  const nth = () => persistentNotices.getState()[0]?.nth;
  const first = nth();
  noticeFailure('It was not done');
  expect(ids()).toEqual(['failure:It was not done']);
  expect(nth()).not.toBe(first);
  hideNotice('failure:It was not done');
  hideNotice('never shown');
  expect(ids()).toEqual([]);
});
