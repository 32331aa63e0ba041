import { beforeEach, expect, test, vi } from 'vitest';
import { OUR_MARK } from '#contract/engine/our-answer.ts';
import { readOrganisation, storedOrganisation } from '#src/public-pages/organisation-info.ts';

const FIRST = '018f0000-0000-7000-8000-000000000001';
const OWN = '018f0000-0000-7000-8000-000000000002';
const GONE = '018f0000-0000-7000-8000-000000000003';
const about = (_id: string) => ({
  _id,
  name: `Hospital ${_id.at(-1)}`,
  phone: null,
  email: 'help@demo.nhs.uk',
  accessibilityEmail: 'help@demo.nhs.uk',
  privacyText: null,
  privacyUrl: null,
});

let isReached = true;
const asked: string[] = [];
beforeEach(() => {
  isReached = true;
  asked.length = 0;
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
  vi.stubGlobal('fetch', async (address: string) => {
    const id = new URL(address, 'https://demo.nhs.uk').searchParams.get('o');
    asked.push(id ?? 'first');
    if (!isReached) throw new TypeError('Failed to fetch');
    const headers = { [OUR_MARK.header]: OUR_MARK.value };
    if (id === GONE) return Response.json({ message: 'This was not found', error: 'NOT_FOUND' }, { status: 404, headers });
    return Response.json({ message: 'OK', data: about(id ?? FIRST) }, { headers });
  });
});

test('a device that has read of no organisation asks for the first one, and has it without a network', async () => {
  expect(await readOrganisation()).toEqual({ kind: 'known', organisation: about(FIRST) });
  isReached = false;
  expect(await readOrganisation()).toEqual({ kind: 'known', organisation: about(FIRST) });
  expect(asked).toEqual(['first', FIRST]);
});

test('a device goes on with the organisation of whoever signed in there', async () => {
  await readOrganisation(OWN);
  expect(await readOrganisation()).toMatchObject({ organisation: { _id: OWN } });
  expect(storedOrganisation()?._id).toBe(OWN);
});

test('without a network nothing is told of another organisation than the one that is stored', async () => {
  await readOrganisation(OWN);
  isReached = false;
  expect(await readOrganisation(FIRST)).toEqual({ kind: 'silent' });
});

test('an unknown organisation is told as one, and one of this device that is gone gives way to the first', async () => {
  expect(await readOrganisation(GONE)).toEqual({ kind: 'unknown' });
  localStorage.setItem('assent.organisation', JSON.stringify(about(GONE)));
  expect(await readOrganisation()).toEqual({ kind: 'known', organisation: about(FIRST) });
});

test('what somebody else has put into the storage is nothing', () => {
  for (const stored of ['', '{', '{}', 'null', '[]']) {
    localStorage.setItem('assent.organisation', stored);
    expect(storedOrganisation()).toBeNull();
  }
});
