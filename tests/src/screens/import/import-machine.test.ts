import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { createImport } from '#src/screens/import/import-machine.ts';
import { hasWork } from '#src/screens/import/import-state.ts';
import { countLines, countWords, laterFile, stateOf } from '#src/screens/import/lines.ts';
import { endSession } from '#src/session/session.ts';
import { SOURCE, wardRows, type WardField, type WardLine, type WardRow, type WardServer } from './ward-rows.ts';

const CLOCK = { now: Date.parse('2026-08-06T14:05:00.000Z'), timeZone: 'Europe/London' };
const ROWS: readonly WardRow[] = [
  { row: 2, texts: { name: 'Acorn', beds: '12', kind: 'DAY' } },
  { row: 3, texts: { name: '', beds: 'many', kind: 'DAI' } },
  { row: 4, texts: { name: 'Birch', beds: '8', kind: 'DAI' } },
];
const FILE = new File([''], 'wards.csv');

/** An answer that the test gives when it wants. */
function later<T>() {
  let give: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const answer = new Promise<T>((resolve, reject) => ([give, fail] = [resolve, reject]));
  return { answer, give, fail };
}

let server: { [K in keyof WardServer]: WardServer[K] };
let wards: ReturnType<typeof open>;
const open = () => createImport<WardField, WardLine>(wardRows(server));
const state = () => wards.store.getState();
const line = (row: number) => state().open!.lines.find((each) => each.row === row)!;
const stateOfRow = (row: number) => stateOf(wards.type, line(row));
const words = () => countWords(countLines(wards.type, state().open?.lines ?? []));
const write = (row: number, field: WardField, text: string) => wards.write([row], field, { text, clock: CLOCK });

beforeEach(() => {
  // Files of one worker share the state of the sign-in: only what nobody is signed in to is forgotten at an end that nobody asked for.
  endSession();
  server = { read: async () => ROWS, compare: async () => new Set(), write: async () => undefined };
  wards = createImport(
    wardRows({
      read: () => server.read(),
      compare: (rows) => server.compare(rows),
      write: (ready, keyFor) => server.write(ready, keyFor),
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

test('a third import is a row type: its file is read, mended, compared and written', async () => {
  expect(state()).toMatchObject({ step: 'FILE', open: null });
  const reading = wards.read(FILE);
  expect(state()).toMatchObject({ step: 'READING', key: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await reading;
  expect(state()).toMatchObject({ step: 'ROWS', failure: null, listed: { filter: 'LOOK', rows: [3], page: 1 } });
  expect(words()).toBe('All 3 rows checked. 2 ready, 1 to look at.');
  expect(hasWork(state(), wards.type)).toBe(true);
  write(3, 'beds', '9');
  expect(stateOfRow(3)).toBe('MEND');
  write(3, 'name', 'Cedar ');
  // Typed blanks stay: a second word follows.
  expect([line(3).edits.name, stateOfRow(3)]).toEqual(['Cedar ', 'CHECKING']);
  await wards.checkRow(3);
  expect([stateOfRow(3), words()]).toEqual(['MENDED', 'All 3 rows checked. 3 ready.']);
  wards.tick(4, false);
  expect(words()).toBe('All 3 rows checked. 2 ready, 1 left out.');
  expect(await wards.send()).toBe(true);
  expect(state()).toMatchObject({ step: 'ROWS', key: null, outcome: { created: 2, notices: [] } });
  expect([2, 3, 4].map((row) => line(row).made?.label)).toEqual(['W-2', 'W-3', undefined]);
  // A mended row keeps its place until a filter is chosen again.
  expect(state().listed.rows).toEqual([3]);
  wards.show('ALL');
  expect(state().listed).toEqual({ filter: 'ALL', rows: [2, 3, 4], page: 1 });
  wards.close();
  expect(state()).toMatchObject({ step: 'FILE', open: null, outcome: null });
});

test('a choice is written into every row in the same case', async () => {
  await wards.read(FILE);
  await wards.pick(line(3), 'kind', { text: 'NIGHT', clock: CLOCK });
  expect([2, 3, 4].map((row) => line(row).edits.kind)).toEqual([undefined, 'NIGHT', 'NIGHT']);
});

test('a row that may be here already waits for a person, and goes with the rows for later', async () => {
  server.compare = async () => new Set(['Acorn']);
  await wards.read(FILE);
  write(2, 'name', 'Acorn');
  expect(stateOfRow(2)).toBe('CHECKING');
  await wards.checkRow(2);
  expect(stateOfRow(2)).toBe('ASK');
  expect(laterFile(wards.type, { lines: [line(2)], columns: SOURCE.columns })).toBe(
    '\uFEFFWard,Beds,Row,Problem\r\n,,2,Here already\r\n',
  );
  wards.tick(2, true);
  expect(stateOfRow(2)).toBe('READY');
});

test('a row with more cells than headings stays faulty, whatever is written in it', async () => {
  server.read = async () => [{ ...ROWS[1]!, cells: ['', 'many', 'extra'] }];
  await wards.read(FILE);
  write(3, 'name', 'Cedar');
  write(3, 'beds', '9');
  expect(line(3).errors).toMatchObject([{ path: '', message: expect.stringContaining('more cells than there are headings') }]);
  await wards.checkRow(3);
  expect(stateOfRow(3)).toBe('MEND');
});

test('a row without an answer is not imported, and can be checked again', async () => {
  await wards.read(FILE);
  server.compare = () => Promise.reject(new Error('No answer'));
  write(2, 'name', 'Aspen');
  await wards.checkRow(2);
  expect(state().failure?.of).toBe('COMPARE');
  expect([stateOfRow(2), words()]).toEqual(['CHECKING', 'All 3 rows checked. 1 ready, 2 to look at.']);
  server.compare = async () => new Set();
  await wards.checkRow(2);
  expect([stateOfRow(2), state().failure]).toEqual(['READY', null]);
});

test('an answer about what was written before changes nothing', async () => {
  await wards.read(FILE);
  const first = later<ReadonlySet<string>>();
  server.compare = () => first.answer;
  write(2, 'name', 'Birch');
  const checking = wards.checkRow(2);
  write(2, 'name', 'Aspen');
  first.give(new Set(['Birch', 'Aspen']));
  await checking;
  expect([line(2).isHere, stateOfRow(2)]).toEqual([false, 'CHECKING']);
});

test('rows that were left before they could be compared are compared when the screen is shown again', async () => {
  await wards.read(FILE);
  write(2, 'name', 'Aspen');
  // A row with a fault is not compared before it is mended.
  write(3, 'name', 'Cedar');
  const asked: (readonly number[])[] = [];
  server.compare = async (rows) => {
    asked.push(rows);
    return new Set();
  };
  await wards.checkAll();
  expect([asked, stateOfRow(2), stateOfRow(3)]).toEqual([[[2]], 'READY', 'MEND']);
});

test('work that a reload would lose is what is ready, what was mended, and what is being written', async () => {
  expect(hasWork(state(), wards.type)).toBe(false);
  server.read = async () => [ROWS[1]!];
  await wards.read(FILE);
  expect(hasWork(state(), wards.type)).toBe(false);
  write(3, 'name', 'Cedar');
  expect(hasWork(state(), wards.type)).toBe(true);
  write(3, 'beds', '9');
  await wards.checkRow(3);
  await wards.send();
  expect([stateOfRow(3), hasWork(state(), wards.type)]).toEqual(['IMPORTED', false]);
  // Something is written although no row is ready: the details of records that are here.
  const writing = later<void>();
  server.write = () => writing.answer;
  const sending = wards.send();
  expect(hasWork(state(), wards.type)).toBe(true);
  writing.give();
  await sending;
});

test('a file that is not read leaves the open one as it is, with the reason', async () => {
  await wards.read(FILE);
  write(3, 'name', 'Cedar');
  server.read = () => Promise.reject(new Error('No answer'));
  await wards.read(FILE, { sheet: 'Two' });
  expect(state()).toMatchObject({ step: 'ROWS', failure: { of: 'READ' } });
  expect(line(3).edits.name).toBe('Cedar');
  // Without an open file the choice of one is shown again.
  wards.close();
  await wards.read(FILE);
  expect(state()).toMatchObject({ step: 'FILE', failure: { of: 'READ' } });
});

test('of two files the one that was chosen last is shown, whichever is read first', async () => {
  const [one, two] = [later<readonly WardRow[]>(), later<readonly WardRow[]>()];
  server.read = () => one.answer;
  const first = wards.read(FILE);
  server.read = () => two.answer;
  const second = wards.read(FILE);
  two.give(ROWS.slice(0, 1));
  await second;
  one.give(ROWS);
  await first;
  expect(state().open?.lines.map(({ row }) => row)).toEqual([2]);
});

test('while rows are written nothing of them changes, and no other file takes their place', async () => {
  await wards.read(FILE);
  const writing = later<void>();
  server.write = () => writing.answer;
  const sending = wards.send();
  expect(state()).toMatchObject({ step: 'WRITING', key: expect.any(String) });
  expect(hasWork(state(), wards.type)).toBe(true);
  write(2, 'name', 'Other');
  wards.tick(4, false);
  wards.answer(4, { isChosen: false });
  await wards.read(FILE);
  wards.close();
  expect(await wards.send()).toBe(false);
  expect([line(2).edits, line(4).isChosen, state().step]).toEqual([{}, true, 'WRITING']);
  writing.give();
  expect(await sending).toBe(true);
  expect(line(4).made?.label).toBe('W-4');
});

test('an answer that comes while rows are written changes none of those', async () => {
  await wards.read(FILE);
  const [comparing, writing] = [later<ReadonlySet<string>>(), later<void>()];
  server.compare = () => comparing.answer;
  server.write = () => writing.answer;
  write(2, 'name', 'Aspen');
  const checking = wards.checkRow(2);
  const sending = wards.send();
  expect(state().sent).toEqual([4]);
  // The answer is about row 4 as well, as that of a double would be.
  comparing.give(new Set(['Aspen', 'Birch']));
  await checking;
  expect([line(2).isHere, line(4).isHere]).toEqual([true, false]);
  writing.give();
  await sending;
  expect([line(2).made, line(4).made?.label, state().sent]).toEqual([null, 'W-4', []]);
});

test('a refusal stands at its rows and fields, and nothing counts as written', async () => {
  await wards.read(FILE);
  const fields = [
    { path: 'rows.2.beds', message: 'Too many' },
    { path: 'rows.4', message: 'Closed' },
    { path: 'digest', message: 'Another file' },
  ];
  server.write = () => Promise.reject(new CallFailed(400, { message: 'Not right', error: 'INVALID', fields, data: { bad: 2 } }));
  expect(await wards.send()).toBe(false);
  expect(state()).toMatchObject({ step: 'ROWS', key: null, failure: { of: 'WRITE' }, outcome: null });
  expect([line(2).errors, line(2).faulty]).toEqual([[{ path: 'beds', message: 'Too many' }], ['beds']]);
  expect(line(4).errors).toEqual([{ path: '', message: 'Closed' }]);
  expect(words()).toBe('All 3 rows checked. 0 ready, 3 to look at.');
  // They were ready, and the list showed those to look at.
  expect(state().listed).toEqual({ filter: 'LOOK', rows: [2, 3, 4], page: 1 });
});

test('the same rows sent again have the same key, so that nothing is written twice', async () => {
  await wards.read(FILE);
  const keys: (string | null)[] = [];
  server.write = () => {
    keys.push(state().key);
    return Promise.reject(new Error('No answer'));
  };
  await wards.send();
  await wards.send();
  wards.tick(4, false);
  await wards.send();
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('the end of the session forgets the file, and what is written meanwhile is not shown to the next person', async () => {
  await wards.read(FILE);
  const writing = later<void>();
  server.write = () => writing.answer;
  const sending = wards.send();
  endSession('Over');
  expect(state()).toMatchObject({ step: 'FILE', open: null });
  writing.give();
  await sending;
  expect(state()).toMatchObject({ step: 'FILE', open: null, outcome: null, key: null });
});

test('what was written of one file marks no row of another', async () => {
  await wards.read(FILE);
  const writing = later<void>();
  server.write = () => writing.answer;
  const sending = wards.send();
  endSession('Over');
  await wards.read(FILE);
  writing.give();
  await sending;
  expect([stateOfRow(2), stateOfRow(4), state().step]).toEqual(['READY', 'READY', 'ROWS']);
});

test('after the end of the session no further call of an import is made', async () => {
  await wards.read(FILE);
  const first = later<void>();
  const calls: number[] = [];
  server.write = async (_, keyFor) => {
    await first.answer;
    keyFor('second', {});
    calls.push(2);
  };
  const sending = wards.send();
  endSession('Over');
  first.give();
  expect(await sending).toBe(false);
  expect([calls, state().failure]).toEqual([[], null]);
});
