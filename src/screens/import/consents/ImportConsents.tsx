import { newId } from '#src/device/new-id.ts';
import { mappingOfColumns } from '#domain/imports/import-columns.ts';
import { CONSENT_IMPORT, CONSENT_IMPORT_FIELDS, type ConsentImportField } from '#domain/imports/import-consent.ts';
import { IMPORT_NOUNS } from '#domain/imports/import-table.ts';
import { IMPORTED_REASON, IMPORTED_WORDS } from '#domain/consents/consent-origin.ts';
import { paths } from '#src/paths.ts';
import { commitConsents, readConsentFile } from '#src/queries/imports.ts';
import { guardWork } from '../guard-work.ts';
import { createImport } from '../import-machine.ts';
import { ImportWizard } from '../ImportWizard.tsx';
import type { Made } from '../lines.ts';
import type { OpenFile, RowType } from '../row-type.ts';
import { consentNameOf, WhatCell, WhenCell, WhoCell } from './ConsentCells.tsx';
import {
  consentLineOf,
  CONSENT_RULES,
  editsOf,
  maybeDoubles,
  openFields,
  rereadConsent,
  sameProcedure,
  withChecks,
  withChoice,
  withDoubles,
  type ConsentLine,
} from './consent-lines.ts';
import { ProcedureControl } from './ProcedureControl.tsx';

/** Consents that were signed elsewhere, as rows of a file. */
export const CONSENTS: RowType<ConsentImportField, ConsentLine> = {
  ...CONSENT_RULES,
  words: {
    nouns: IMPORT_NOUNS.CONSENTS,
    hint: 'CSV or Excel workbook (.xlsx), up to 10 MB and 5,000 consents. Their patients must be here already.',
    done: `Lists show “${IMPORTED_WORDS}”, and theatre lists “${IMPORTED_REASON}”.`,
    back: { href: paths.consents.href, label: 'Consents' },
  },
  accept: '.csv,.tsv,.txt,.xlsx,text/csv',
  fields: CONSENT_IMPORT,
  refreshes: ['records', 'patients'],
  read: async (file, options) => {
    const { recordData, columns, file: source, before } = await readConsentFile({ file, ...options });
    return { source: { columns, file: source, before }, lines: recordData.map(consentLineOf) };
  },
  reread: rereadConsent,
  openFields,
  // The server knows patients, procedures and consents, and each field may tell one.
  comparedFields: CONSENT_IMPORT_FIELDS,
  compare: async (open, rows) => {
    const { lines } = open;
    const request = { rows: withDoubles(lines, rows), edits: editsOf(lines), key: newId() };
    const { recordData } = await readConsentFile({ ...fileOf(open), ...request });
    const sent = new Map(lines.map((line) => [line.row, line.edits]));
    const read = new Map(recordData.map((each) => [each.row, each]));
    return (now) => withChecks(now, read, sent);
  },
  comparedNext: maybeDoubles,
  sameRows: (lines, line, field) => (field === 'procedure' ? sameProcedure(lines, line) : []),
  choose: withChoice,
  write: async (open, ready, { keyFor, onMade }) => {
    const { file, ...options } = fileOf(open);
    const input = { ...options, rows: ready.map(({ row }) => row), edits: editsOf(ready), digest: open.source.file.digest };
    const { recordData } = await commitConsents({ file, ...input, key: keyFor('recordImport', input) });
    const made = recordData.flatMap(({ row, recordID }): [number, Made][] =>
      recordID === undefined ? [] : [[row, { href: paths.record(recordID).href, label: 'Open' }]],
    );
    onMade(new Map(made));
    return [];
  },
  refusedAt: (path) => {
    const [list, row, field = ''] = path.split('.');
    return list === 'rows' && row !== undefined ? { row: Number(row), field } : null;
  },
  nameOf: consentNameOf,
  cells: [
    { heading: 'Patient', width: 'minmax(0, 1.1fr)', show: (line) => <WhoCell line={line} /> },
    { heading: 'Procedure', width: 'minmax(0, 1.2fr)', show: (line) => <WhatCell line={line} /> },
    { heading: 'State', width: '6.25rem', show: (line, timeZone) => <WhenCell line={line} timeZone={timeZone} /> },
  ],
  controls: { procedure: ProcedureControl },
};

const consents = guardWork(createImport(CONSENTS));

/** Consents that were signed elsewhere, from a file: compared first, and written when the person presses Import. */
export function ImportConsents() {
  return <ImportWizard of={consents} />;
}

/** The file, its sheet, its columns and what was confirmed of it, as each call about it has them. */
function fileOf({ file, sheet, confirmed, source: { columns } }: OpenFile<ConsentLine>) {
  return {
    file,
    confirmed,
    mapping: mappingOfColumns(columns),
    ...(sheet === null ? {} : { sheet }),
  };
}
