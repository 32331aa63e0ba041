import { hasComing, isUnheard, comingListPosition } from '#src/screens/home/coming-list-position.ts';
import { expect, test } from 'vitest';

type Asked = Parameters<typeof hasComing>[0];
type Coming = NonNullable<Asked['data']>;

const ROW: Coming['rows'][number] = {
  recordID: '00000000-0000-4000-8000-000000000001',
  patient: {
    id: '00000000-0000-4000-8000-000000000002',
    recordID: 'DEMO-1',
    firstName: 'Ada',
    lastName: 'Demo',
    dateOfBirth: '1961-04-02',
    nhsNumber: null,
    hospitalNumber: null,
    status: 'ACTIVE',
  },
  date: '2026-12-03',
  theatre: null,
  listType: 'THEATRE',
  procedures: null,
  light: 'AMBER',
  reason: 'The consent is not on this tablet',
  isUnsent: false,
  isBlocked: false,
};
const told = (change: Partial<Coming>): Asked => ({
  data: { rows: [], hidden: 0, isComplete: false, ...change },
  isFetched: true,
});
const UNREAD: Asked = { data: undefined, isFetched: false };
const FAILED: Asked = { data: undefined, isFetched: true };
const online = { isOnline: true, isLate: false };
const offline = { isOnline: false, isLate: false };
const late = { isOnline: true, isLate: true };

test('the cases wait until the tablet has read its list and heard all from the server', () => {
  for (const asked of [UNREAD, told({}), told({ rows: [ROW] })]) expect(comingListPosition(asked, online)).toBeNull();
  expect(comingListPosition(told({ rows: [ROW], isComplete: true }), online)).toBe('above');
});

test('without a network nobody waits for the server, only for what the tablet has', () => {
  expect(comingListPosition(UNREAD, offline)).toBeNull();
  expect(comingListPosition(told({ rows: [ROW] }), offline)).toBe('above');
  expect(comingListPosition(told({}), offline)).toBe('below');
});

test('a list that is late goes below the cases; what stood above by then stays there', () => {
  expect(comingListPosition(UNREAD, late)).toBe('below');
  expect(comingListPosition(told({}), late)).toBe('below');
  expect(comingListPosition(told({ rows: [ROW] }), late)).toBe('above');
});

test('where nothing is listed, a case that is listed later moves no row', () => {
  expect(comingListPosition(told({ isComplete: true }), online)).toBe('below');
});

test('there is something to show in rows, in cases that cannot be shown, and in a failure', () => {
  for (const asked of [told({ rows: [ROW] }), told({ hidden: 1 }), FAILED]) expect(hasComing(asked)).toBe(true);
  for (const asked of [UNREAD, told({})]) expect(hasComing(asked)).toBe(false);
  expect(comingListPosition(FAILED, online)).toBe('above');
});

test('an empty list is said to be unheard until this tablet has heard all, and never where there is something to show', () => {
  expect(isUnheard(told({}))).toBe(true);
  for (const asked of [UNREAD, FAILED, told({ isComplete: true }), told({ rows: [ROW] }), told({ hidden: 1 })])
    expect(isUnheard(asked)).toBe(false);
});
