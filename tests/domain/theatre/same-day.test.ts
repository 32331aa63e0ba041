import { lightOf } from '#domain/theatre/theatre-light.ts';
import { sameDayOf, unitedSameDay, type BothMeant, type SameDayConsent } from '#domain/theatre/same-day.ts';
import { expect, test } from 'vitest';

const HERNIA = '019af000-0000-7000-8000-000000000001';
const COPY = '019af000-0000-7000-8000-000000000002';
const DAYS = { listedOn: '2026-11-28', today: '2026-11-28' };

type Operation = SameDayConsent['procedures'][number];
const operation = (change: Partial<Operation> = {}): Operation => ({
  procedureID: HERNIA,
  procedureName: 'Hernia repair',
  side: 'RIGHT',
  site: '',
  ...change,
});
const consent = (nth: number, ...procedures: Operation[]): SameDayConsent => ({
  recordID: `r${nth}`,
  consentID: `c${nth}`,
  procedures,
  bothMeant: [],
});
const meant = (consentIDs: string[], change: Partial<BothMeant> = {}): BothMeant => ({
  userID: 'u1',
  name: 'Dr Demo',
  at: '2026-11-28T08:00:00.000Z',
  day: '2026-11-28',
  reason: 'Two stages',
  consentIDs,
  ...change,
});

/** The words of each of several consents. */
function wordsOf(consents: readonly SameDayConsent[], days = DAYS): string[] {
  return consents.map(({ recordID }) => {
    const found = sameDayOf(recordID, consents, days);
    return found.state === 'ALONE' ? found.state : found.words;
  });
}

test.each([
  ['two sides', [{ side: 'LEFT' }], [{}], 'Two consents today: LEFT and RIGHT. Check which is right'],
  ['one side twice', [{ side: 'LEFT' }], [{ side: 'LEFT' }], 'Two consents today: LEFT and LEFT. Check which is right'],
  ['both sides and one', [{ side: 'BOTH' }], [{ side: 'LEFT' }], 'Two consents today: BOTH SIDES and LEFT. Check which is right'],
  ['a side and none', [{ side: null }], [{ side: 'LEFT' }], 'Two consents today: LEFT and no side. Check which is right'],
  [
    'no side twice',
    [{ side: 'NOT_APPLICABLE' }],
    [{ side: null }],
    'Two consents today: no side and no side. Check which is right',
  ],
  [
    'two sites of one side',
    [{ side: 'LEFT', site: 'index finger' }],
    [{ side: 'LEFT', site: 'thumb' }],
    'Two consents today: LEFT index finger and LEFT thumb. Check which is right',
  ],
  [
    'a site and none',
    [{ side: 'LEFT', site: 'thumb' }],
    [{ side: 'LEFT' }],
    'Two consents today: LEFT and LEFT thumb. Check which is right',
  ],
  [
    'another entry of the same name',
    [{ procedureID: COPY, procedureName: 'HERNIA  REPAIR', side: 'LEFT' }],
    [{}],
    'Two consents today: LEFT and RIGHT. Check which is right',
  ],
  [
    'another entry of the same code',
    [{ procedureID: COPY, procedureName: 'Repair of a rupture', codes: ['T20.2'], side: 'LEFT' }],
    [{ codes: ['T20.2', 'Z94.2'] }],
    'Two consents today: LEFT and RIGHT. Check which is right',
  ],
  ['another operation', [{ procedureID: COPY, procedureName: 'Cataract surgery', side: 'LEFT' }], [{}], 'ALONE'],
  [
    'another operation, the code of a side in both',
    [{ procedureID: COPY, procedureName: 'Cataract surgery', codes: ['C71.2', 'Z94.2'] }],
    [{ codes: ['T20.2', 'Z94.2', 'Y01.1'] }],
    'ALONE',
  ],
  [
    'one operation of two',
    [{ side: 'LEFT' }, { procedureID: COPY, procedureName: 'Cataract surgery', side: 'LEFT' }],
    [{}],
    'Two consents today for Hernia repair: LEFT and RIGHT. Check which is right',
  ],
] satisfies [string, Partial<Operation>[], Partial<Operation>[], string][])(
  'of one patient and day: %s',
  (_, one, other, words) => {
    const consents = [consent(1, ...one.map((each) => operation(each))), consent(2, ...other.map((each) => operation(each)))];
    expect(wordsOf(consents)).toEqual([words, words]);
    // The order in which they are read makes no difference.
    expect(wordsOf(consents.toReversed())).toEqual([words, words]);
  },
);

test('three are three, and a day to come is named', () => {
  const three = [consent(1, operation()), consent(2, operation({ side: 'LEFT' })), consent(3, operation())];
  expect(wordsOf(three)[0]).toBe('Three consents today: LEFT, RIGHT and RIGHT. Check which is right');
  expect(wordsOf(three.slice(0, 2), { ...DAYS, today: '2026-11-20' })[1]).toBe(
    'Two consents on 28 Nov: LEFT and RIGHT. Check which is right',
  );
  expect(sameDayOf('elsewhere', three, DAYS)).toEqual({ state: 'ALONE' });
});

test('the word that both are meant holds for both, and for the versions that it names alone', () => {
  const words = 'Two consents today, both meant: checked by Dr Demo, 28 November 2026';
  const one = { ...consent(1, operation({ side: 'LEFT' })), bothMeant: [meant(['c2'])] };
  expect(wordsOf([one, consent(2, operation())])).toEqual([words, words]);
  const newer = { ...consent(2, operation()), consentID: 'c2b' };
  expect(wordsOf([one, newer])).toEqual(Array(2).fill('Two consents today: LEFT and RIGHT. Check which is right'));
  // A third one came: nobody has said that all three are meant.
  expect(wordsOf([one, consent(2, operation()), consent(3, operation())])[0]).toMatch(/^Three consents .* Check which is right$/);
  const all = { ...one, bothMeant: [...one.bothMeant, meant(['c2', 'c3'])] };
  expect(wordsOf([all, consent(2, operation()), consent(3, operation())])[0]).toMatch(/^Three consents today, all meant: /);
});

test('no light is green while it is open, each keeps its own reason, and red stays red', () => {
  const inForce = { sealState: 'SEALED', confirmState: 'NOT_REQUIRED' } as const;
  const base = {
    patientStatus: 'ACTIVE',
    status: 'SIGNED',
    isNewest: true,
    isLastVoided: false,
    hasOpenQuestion: false,
  } as const;
  const pair = [consent(1, operation({ side: 'LEFT' })), consent(2, operation())];
  const open = sameDayOf('r1', pair, DAYS);
  const settled = sameDayOf('r1', [{ ...pair[0]!, bothMeant: [meant(['c2'])] }, pair[1]!], DAYS);
  const words = 'Two consents today: LEFT and RIGHT. Check which is right';
  expect(lightOf({ ...base, inForce, sameDay: { state: 'ALONE' } })).toMatchObject({ light: 'GREEN' });
  expect(lightOf({ ...base, inForce, sameDay: open })).toEqual({ light: 'AMBER', reason: words });
  expect(lightOf({ ...base, inForce: { ...inForce, sealState: 'SEALING' }, sameDay: open })).toEqual({
    light: 'AMBER',
    reason: `${words}. Signed, not sealed yet`,
  });
  expect(lightOf({ ...base, inForce: { ...inForce, confirmState: 'LAPSED' }, sameDay: open }).light).toBe('RED');
  expect(lightOf({ ...base, inForce, sameDay: settled })).toEqual({
    light: 'GREEN',
    reason: 'Signed and sealed. Two consents today, both meant: checked by Dr Demo, 28 November 2026',
  });
});

test('of two copies of a day the first counts, with the cases that the other alone knows', () => {
  const newer = { ...consent(1, operation()), consentID: 'newer' };
  expect(unitedSameDay([newer], [consent(1, operation()), consent(2, operation())]).map(({ consentID }) => consentID)).toEqual([
    'newer',
    'c2',
  ]);
});
