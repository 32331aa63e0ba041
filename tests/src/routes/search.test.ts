import { HomeSearch, PatientRouteSearch, PatientsSearch } from '#src/routes/search.ts';
import { CASE_PERIODS } from '#src/screens/home/case-filters.ts';
import { parseSearch, writeSearch } from '#src/search-params.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

test('an address that somebody typed wrong shows the first page, not an error', () => {
  for (const page of ['0', '-1', '1.5', 'two', '', '1e99'])
    expect(v.parse(HomeSearch, parseSearch(`?page=${page}&status=NOPE&days=YESTERDAY`))).toEqual({
      page: undefined,
      status: undefined,
      days: undefined,
    });
});

test('each period that the start offers stays in its address', () => {
  for (const { value } of CASE_PERIODS) expect(v.parse(HomeSearch, parseSearch(`?days=${value}`)).days).toBe(value);
});

test('patients are narrowed to no status until somebody chooses one, all of them included', () => {
  expect(v.parse(PatientsSearch, parseSearch('')).status).toBeUndefined();
  expect(v.parse(PatientsSearch, parseSearch('?status=ALL')).status).toBe('ALL');
});

test('a page number is one, whether it comes from the address or from the app', () => {
  expect(v.parse(HomeSearch, { page: '3' }).page).toBe(3);
  expect(v.parse(HomeSearch, { page: 3 }).page).toBe(3);
});

test('an id in an address is a UUID or nothing', () => {
  expect(v.parse(PatientRouteSearch, { id: '../../etc', mode: 'edit' })).toEqual({ id: undefined, mode: 'edit' });
});

test('a name in an address is dropped, so that it cannot stay in a history', () => {
  expect(v.parse(PatientsSearch, parseSearch('?search=DEMO-ROWAN&mode=choose'))).toEqual({
    page: undefined,
    status: undefined,
    mode: 'choose',
    purpose: undefined,
  });
});

test('an address is written without what is not set and reads back the same', () => {
  const text = writeSearch({ page: 2, status: undefined, mode: 'choose' });
  expect(text).toBe('?page=2&mode=choose');
  expect(parseSearch(text)).toEqual({ page: '2', mode: 'choose' });
  expect(writeSearch({ page: undefined })).toBe('');
});
