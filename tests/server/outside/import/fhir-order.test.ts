import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';
import { readFhir } from '#server/outside/import/read-fhir.ts';
import { nhsNumbers } from '#tests/support/people/patient-files.ts';
import { FHIR_READER } from './thread-for-tests.ts';

type Element = Record<string, unknown> & { use?: string; period?: { start?: string; end?: string }; rank?: number };
type Row = { texts: Record<string, string>; warnings: string[]; leftOut: string[] };

function rowsOf(text: string): Row[] {
  const { fields = [], rows } = readFhir(text, FHIR_READER);
  return rows.map(({ cells, warnings = [], leftOut = [] }) => ({
    texts: Object.fromEntries(fields.flatMap((field, at) => (field === null ? [] : [[field, cells[at] ?? '']]))),
    warnings: warnings.map(({ message }) => message),
    leftOut: leftOut.map(({ message }) => message),
  }));
}

function read(patient: Record<string, Element[]>): Row {
  const entry = [{ resource: { resourceType: 'Patient', birthDate: '1950-03-14', ...patient } }];
  const [row] = rowsOf(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
  if (row === undefined) throw new Error('no row');
  return row;
}

const fixture = (name: string) => rowsOf(readFileSync(`tests/fixtures/inputs/${name}`, 'utf8'));

test('names that have passed are never taken while one in use stands', () => {
  expect(fixture('k2-names.json').map(({ texts }) => texts['lastName'])).toEqual(['Newname', 'Married', 'Proper']);
});

test('identifiers: the official one, one of a former system, and never that of another hospital', () => {
  const [official, former, ours] = fixture('k2-identifiers.json');
  expect(official?.texts['nhsNumber']).toBe('9990000123');
  expect(official?.leftOut).toEqual(['Another NHS number in the file: 9990000115']);
  expect(former?.texts['nhsNumber']).toBe('9990000131');
  expect(ours?.texts['hospitalNumber']).toBe('OURS2');
  expect(ours?.warnings).toEqual(['Left out: number OTHER1 of Another hospital']);
});

test('telephones and mails go by rank, addresses by use', () => {
  const [row] = fixture('k2-contact-and-address.json');
  expect(row?.texts).toMatchObject({
    phoneNumber: '07700900123',
    emailAddress: 'b@example.org',
    address: '1 Home Road\nTown\nAB1 2CD',
  });
  expect(row?.leftOut).toHaveLength(3);
});

// Every list below is read in each of its orders: the answer may not depend on it.

const PERIODS = [undefined, { end: '2015-01-01' }, { start: '2990-01-01' }, { start: '2010-05', end: '2990' }] as const;
const isNow = (period: Element['period']) => period !== PERIODS[1] && period !== PERIODS[2];

/** A generator of its own, so that a failing list comes back by its seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // By its high bits: the low ones of one draw tell those of the next, and some pairs would never come.
    return Math.floor((state / 2 ** 32) * below);
  };
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => ordersOf(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

/** Reads one to four elements in each order. @returns the one answer, and the elements as they were made */
function inEveryOrder(seed: number, list: string, make: (pick: (below: number) => number, at: number) => Element) {
  const pick = random(seed);
  const elements = Array.from({ length: 1 + pick(4) }, (_, at) => make(pick, at));
  const rows = ordersOf(elements).map((each) => read({ [list]: each }));
  const told = rows.map(({ texts, warnings, leftOut }) => JSON.stringify([texts, warnings.toSorted(), leftOut.toSorted()]));
  expect(new Set(told).size, `seed ${seed}: ${JSON.stringify(elements)}`).toBe(1);
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return { row, elements };
}

const withUse = (pick: (below: number) => number, uses: readonly (string | undefined)[]): Element => {
  const [use, period] = [uses[pick(uses.length)], PERIODS[pick(PERIODS.length)]];
  return { ...(use === undefined ? {} : { use }), ...(period === undefined ? {} : { period }) };
};
const SEEDS = Array.from({ length: 300 }, (_, at) => at + 1);

test('names: in force before ended, official before usual before none, and another one only with a warning', () => {
  const uses = ['official', 'usual', undefined, 'maiden', 'nickname', 'temp', 'anonymous', 'old'];
  for (const seed of SEEDS) {
    const { row, elements } = inEveryOrder(seed, 'name', (pick, at) => ({ ...withUse(pick, uses), family: `Demo-${at}` }));
    const chosen = elements.find(({ family }) => family === row.texts['lastName']);
    if (chosen === undefined) throw new Error(`seed ${seed}: no name`);
    const inForce = elements.filter(({ use, period }) => use !== 'old' && isNow(period));
    const standing = (inForce.length > 0 ? inForce : elements).map(({ use }) => uses.indexOf(use));
    expect(uses.indexOf(chosen.use), `seed ${seed}`).toBe(Math.min(...standing));
    const isUsed = uses.indexOf(chosen.use) < 3 && inForce.length > 0;
    expect(
      row.warnings.some((each) => each.startsWith('The file has no name in use')),
      `seed ${seed}`,
    ).toBe(!isUsed);
    expect(row.warnings.length + row.leftOut.length, `seed ${seed}`).toBe(elements.length - (isUsed ? 1 : 0));
  }
});

test('NHS numbers: official, usual, none, secondary; none that has ended, and two equal ones are a fault of the row', () => {
  const numbers = nhsNumbers(4, 41_000);
  const uses = ['official', 'usual', undefined, 'temp', 'secondary', 'old'];
  const systems = ['https://fhir.nhs.uk/Id/nhs-number', 'http://fhir.nhs.net/Id/nhs-number', 'urn:oid:2.16.840.1.113883.2.1.4.1'];
  for (const seed of SEEDS) {
    const { row, elements } = inEveryOrder(seed, 'identifier', (pick, at) => ({
      ...withUse(pick, uses),
      system: systems[pick(systems.length)],
      value: numbers[at],
    }));
    const inForce = elements.filter(({ use, period }) => use !== 'old' && isNow(period));
    const least = Math.min(...inForce.map(({ use }) => uses.indexOf(use)));
    const best = inForce.filter(({ use }) => uses.indexOf(use) === least).map(({ value }) => value);
    const text = row.texts['nhsNumber'] ?? '';
    if (best.length === 1) expect(text, `seed ${seed}`).toBe(best[0]);
    else expect(isNhsNumber(text), `seed ${seed}`).toBe(false);
    const unread = elements.map(({ value }) => String(value)).filter((value) => !text.includes(value));
    for (const value of unread) expect([...row.leftOut, ...row.warnings].join('\n'), `seed ${seed}`).toContain(value);
  }
});

test('hospital numbers: another hospital’s is left out with a warning, whatever its use, and two equal ones are not guessed', () => {
  const uses = ['official', 'usual', undefined, 'secondary', 'old'];
  const sources = [
    {},
    { system: 'https://assent.example/id/hospital-number' },
    { assigner: { display: 'demo hospital' } },
    { assigner: { display: 'Another hospital' } },
    { assigner: { reference: 'Organization/7' } },
    { system: 'https://other.example/id/hospital-number' },
    { system: 'urn:pas' },
  ];
  for (const seed of SEEDS) {
    const { row, elements } = inEveryOrder(seed, 'identifier', (pick, at) => {
      const source = pick(sources.length);
      return {
        ...withUse(pick, uses),
        ...sources[source],
        ours: source < 3,
        type: { coding: [{ code: 'MR' }] },
        value: `H${at}`,
      };
    });
    const ours = elements.filter(({ use, period, ours: isOurs }) => isOurs === true && use !== 'old' && isNow(period));
    const least = Math.min(...ours.map(({ use }) => uses.indexOf(use)));
    const best = ours.filter(({ use }) => uses.indexOf(use) === least).map(({ value }) => value);
    expect(row.texts['hospitalNumber'] ?? '', `seed ${seed}`).toBe(best.length === 1 ? best[0] : '');
    for (const { ours: isOurs, value } of elements)
      if (isOurs === false) expect(row.warnings.join('\n'), `seed ${seed}`).toContain(`number ${String(value)} of`);
  }
});

test('telecom: in force, then rank, then mobile, home, work; old never', () => {
  const uses = ['mobile', 'home', undefined, 'work', 'temp', 'old'];
  for (const system of ['phone', 'email'])
    for (const seed of SEEDS) {
      const { row, elements } = inEveryOrder(seed, 'telecom', (pick, at) => {
        const rank = [undefined, 1, 2, 10][pick(4)];
        return { ...withUse(pick, uses), ...(rank === undefined ? {} : { rank }), system, value: `0163296000${at}` };
      });
      const inForce = elements.filter(({ use, period }) => use !== 'old' && isNow(period));
      const weight = ({ rank = 99, use }: Element) => rank * 10 + uses.indexOf(use);
      const least = Math.min(...inForce.map(weight));
      const best = inForce.filter((each) => weight(each) === least).map(({ value }) => value);
      const text = row.texts[system === 'phone' ? 'phoneNumber' : 'emailAddress'] ?? '';
      if (best.length === 0) expect(text, `seed ${seed}`).toBe('');
      else expect(best, `seed ${seed}`).toContain(text);
      expect(row.leftOut, `seed ${seed}`).toHaveLength(elements.length - (text === '' ? 0 : 1));
    }
});

test('address: home, none, temp before work; old never, and one for bills only with a warning', () => {
  const uses = ['home', undefined, 'temp', 'work', 'billing', 'old'];
  for (const seed of SEEDS) {
    const { row, elements } = inEveryOrder(seed, 'address', (pick, at) => ({ ...withUse(pick, uses), line: [`${at} Lane`] }));
    const inForce = elements.filter(({ use, period }) => use !== 'old' && isNow(period));
    const least = Math.min(...inForce.map(({ use }) => uses.indexOf(use)));
    const best = inForce.filter(({ use }) => uses.indexOf(use) === least).flatMap(({ line }) => line);
    const text = row.texts['address'] ?? '';
    if (best.length === 0) expect(text, `seed ${seed}`).toBe('');
    else expect(best, `seed ${seed}`).toContain(text);
    expect(row.warnings, `seed ${seed}`).toHaveLength(uses[least] === 'billing' ? 1 : 0);
  }
});
