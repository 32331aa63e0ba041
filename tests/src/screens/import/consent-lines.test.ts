import { expect, test } from 'vitest';
import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import {
  consentLineOf,
  countLines,
  editsOf,
  isForLater,
  isReady,
  isToLookAt,
  laterLines,
  sameProcedure,
  stateOf,
  textOf,
  withCheck,
  withEdit,
} from '#src/screens/import/consents/consent-lines.ts';
import { countWords } from '#src/screens/import/line-counts.ts';
import { laterFile } from '#src/screens/import/later-file.ts';

const READ: CheckedConsentRow = {
  row: 2,
  ok: true,
  cells: ['9990000018', 'Cataract'],
  value: { nhsNumber: '9990000018', procedure: 'Cataract' },
  errors: [],
  warnings: [],
  patient: null,
  procedure: null,
  side: 'LEFT',
};
const UNKNOWN = { ...READ, ok: false, errors: [{ path: 'procedure', message: 'Choose it.' }] };

test('a sound row is ready, one with a warning too, and one that was left out is not', () => {
  const line = consentLineOf(READ);
  expect([stateOf(line), isReady(line), isToLookAt(line)]).toEqual(['READY', true, false]);
  const warned = consentLineOf({ ...READ, warnings: [{ path: 'lastName', message: 'Another name' }] });
  expect([stateOf(warned), isReady(warned), isToLookAt(warned)]).toEqual(['CHECK', true, true]);
  expect(stateOf({ ...line, isChosen: false })).toBe('LEFT_OUT');
  expect(stateOf({ ...line, recordID: '018f3a10-0000-7000-8000-000000000001' })).toBe('IMPORTED');
});

test('what was written counts once the server has checked it', () => {
  const line = consentLineOf(UNKNOWN);
  expect([stateOf(line), line.faulty, isForLater(line)]).toEqual(['MEND', ['procedure'], true]);
  const written = withEdit(line, 'procedure', 'Hip');
  expect([stateOf(written), textOf(written, 'procedure'), isReady(written), isForLater(written)]).toEqual([
    'CHECKING',
    'Hip',
    false,
    true,
  ]);
  const checked = withCheck(written, { ...READ, cells: [] }, written.edits);
  expect([stateOf(checked), checked.cells]).toEqual(['MENDED', READ.cells]);
  expect(editsOf([checked])).toEqual([{ row: 2, field: 'procedure', value: 'Hip' }]);
});

test('an answer to what was written before changes nothing', () => {
  const first = withEdit(consentLineOf(UNKNOWN), 'procedure', 'Hip');
  const second = withEdit(first, 'procedure', 'Knee');
  expect(withCheck(second, READ, first.edits)).toBe(second);
});

test('another fault of a checked row gets a field of its own, and the first keeps its', () => {
  const written = withEdit(consentLineOf(UNKNOWN), 'procedure', 'Hip');
  const checked = withCheck(written, { ...READ, errors: [{ path: 'side', message: 'Enter it' }] }, written.edits);
  expect([stateOf(checked), checked.faulty]).toEqual(['MEND', ['procedure', 'side']]);
});

test('rows that name a procedure in the same unknown words are mended with it', () => {
  const lines = [UNKNOWN, { ...UNKNOWN, row: 3 }, { ...UNKNOWN, row: 4, value: { procedure: 'Other' } }, { ...READ, row: 5 }].map(
    consentLineOf,
  );
  expect(sameProcedure(lines, lines[0]!).map(({ row }) => row)).toEqual([3]);
  expect(sameProcedure([lines[0]!, withEdit(lines[1]!, 'procedure', 'Hip')], lines[0]!)).toEqual([]);
});

test('the counts say how many go where, and rows for later are a file with their faults', () => {
  const lines = [
    consentLineOf(READ),
    consentLineOf({ ...UNKNOWN, row: 3 }),
    { ...consentLineOf({ ...READ, row: 4 }), isChosen: false },
  ];
  expect(countWords(countLines(lines))).toBe('All 3 rows checked. 1 ready, 1 left out, 1 to look at.');
  const columns = [
    { heading: 'NHS', field: 'nhsNumber' },
    { heading: 'What', field: 'procedure' },
  ];
  expect(laterFile(laterLines(lines.filter(isForLater)), columns)).toBe(
    '\uFEFFNHS,What,Row,Problem\r\n9990000018,Cataract,3,Choose it.\r\n',
  );
});
