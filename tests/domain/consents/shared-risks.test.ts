import { expect, test } from 'vitest';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { shownRisks } from '#domain/consents/risk-words.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

const risk = (name: string, change: Partial<Risk> = {}): Risk => ({
  name,
  text: 'What it means',
  frequency: { num: 1, den: 100 },
  source: 'Demo audit',
  year: 2024,
  population: null,
  core: false,
  ...change,
});
const procedure = (procedureName: string, risks: Risk[], personalRisks: Risk[] = []) => ({
  procedureName,
  side: null,
  site: '',
  risks,
  personalRisks,
});
const shown = (procedures: readonly ReturnType<typeof procedure>[]) =>
  procedures.map((_, at) => {
    const { risks, personalRisks, shared } = shownRisks(procedures, at);
    return {
      own: risks.map((each) => each.risk.name),
      also: risks.map(({ alsoFor }) => alsoFor),
      personal: personalRisks.map((each) => each.risk.name),
      shared,
    };
  });

test('one risk of two procedures stands at the first, whatever the letters of its name, and is named at the second', () => {
  const two = [procedure('One', [risk('Infection'), risk('Bleeding')]), procedure('Two', [risk('INFECTION'), risk('Pain')])];
  expect(shown(two)).toEqual([
    { own: ['Infection', 'Bleeding'], also: [['Two'], []], personal: [], shared: [] },
    { own: ['Pain'], also: [[]], personal: [], shared: ['INFECTION'] },
  ]);
});

test.each([
  ['another figure', { frequency: { num: 2, den: 100 } }],
  ['no figure', { frequency: null }],
  ['another source', { source: 'Another audit' }],
  ['another year', { year: 2020 }],
  ['other people', { population: '1,200 eyes' }],
  ['other words', { text: 'Worse here' }],
])('%s: the risk stands once for each', (_, change) => {
  const two = [procedure('One', [risk('Infection')]), procedure('Two', [risk('Infection', change)])];
  expect(shown(two).map(({ own, shared }) => [own, shared])).toEqual([
    [['Infection'], []],
    [['Infection'], []],
  ]);
});

test('a risk of the patient’s own health stays with its procedure, as do its figures over one number of people', () => {
  const rare = { frequency: { num: 1, den: 1000 } };
  const two = [
    procedure('One', [risk('Rare', rare)]),
    procedure('Two', [risk('Rare', rare)], [risk('Rare', rare), risk('Slow')]),
  ];
  expect(shown(two)[1]).toEqual({ own: [], also: [], personal: ['Rare', 'Slow'], shared: ['Rare'] });
  expect(shownRisks(two, 1).over).toBe(1000);
});

test('of 2,000 random forms no risk is lost, none stands twice with the same words, and each is named at each of its procedures', () => {
  const next = seededRandom('shared risks');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const randomRisk = () =>
    risk(pick(['Infection', 'infection', 'Bleeding', 'Łza', 'łza', 'Pain']), {
      text: pick(['What it means', 'Worse']),
      frequency: pick([null, { num: 1, den: 100 }, { num: 5, den: 1000 }]),
      source: pick(['Demo audit', null]),
    });
  const some = () => Array.from({ length: Math.floor(next() * 5) }, randomRisk);
  const wordsOf = ({ name, text, frequency, source }: Risk) => JSON.stringify([name.toLowerCase(), text, frequency, source]);
  for (let nth = 0; nth < 2000; nth += 1) {
    const procedures = Array.from({ length: 1 + Math.floor(next() * 4) }, (_, at) => procedure(`P${at}`, some(), some()));
    const pages = procedures.map((_, at) => shownRisks(procedures, at));
    for (const [at, { risks, personalRisks }] of procedures.entries()) {
      const page = pages[at]!;
      expect(page.personalRisks.map((each) => each.risk)).toEqual(personalRisks);
      expect([...page.risks.map((each) => each.risk.name), ...page.shared].toSorted()).toEqual(
        risks.map(({ name }) => name).toSorted(),
      );
      for (const each of risks) {
        const isHere = page.risks.some((line) => line.risk === each);
        const at0 = pages.slice(0, at).flatMap((before) => before.risks);
        const line = at0.find((before) => wordsOf(before.risk) === wordsOf(each));
        expect(isHere).toBe(line === undefined);
        if (line !== undefined) expect(line.alsoFor).toContain(`P${at}`);
      }
    }
  }
});
