import { documentTitle, screenOf } from '#src/routes/arrival.ts';
import { expect, test } from 'vitest';

test('turning a page or choosing a filter stays on the same screen, so the focus stays where it is', () => {
  expect(screenOf('/patient', { page: 2, status: 'ACTIVE' })).toBe(screenOf('/patient', {}));
  expect(screenOf('/consent', { whose: 'all' })).toBe(screenOf('/consent', {}));
});

test('another patient and another mode are other screens', () => {
  expect(screenOf('/patient/detail', { id: 'a' })).not.toBe(screenOf('/patient/detail', { id: 'b' }));
  expect(screenOf('/patient', { mode: 'new' })).not.toBe(screenOf('/patient', {}));
});

test('a title names the screen and then the product', () => {
  expect(documentTitle('Patients', 'Assent')).toBe('Patients – Assent');
  expect(documentTitle(undefined, 'Assent')).toBe('Assent');
});

test('narrowing a list of management to a role, an event or some days stays on the same screen', () => {
  expect(screenOf('/User-Management', { role: 'NURSE' })).toBe(screenOf('/User-Management', {}));
  expect(screenOf('/security', { type: 'SIGNED_IN', from: '2026-08-06' })).toBe(screenOf('/security', {}));
  expect(screenOf('/User-Management', { person: 'a' })).not.toBe(screenOf('/User-Management', {}));
});
