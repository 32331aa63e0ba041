import { formatCount } from '#domain/base/format-count.ts';
import { DURATIONS } from '#domain/base/durations.ts';
import { EXPORT_FORMATS } from '#domain/exports/exports.ts';
import { REFERRAL_STATUSES } from '#domain/referrals/referral.ts';
import { EXPORT_LINES_MOST } from '#domain/base/limits.ts';
import { LIST_FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { ConsentFilter } from './consents.ts';
import { get } from '#contract/engine/define.ts';
import { ProcedureFilter } from './library.ts';
import { Search, StatusFilter } from '#contract/shapes/list-shapes.ts';
import { PatientFilter } from './patients.ts';
import { RecordFilter } from '#contract/shapes/record-filters.ts';
import { REFERRAL_ACCESS, ReferralScope } from '#contract/shapes/referral-shapes.ts';
import { TheatreFilter } from './theatre.ts';

/** The format of a file, in any case. */
export const ExportFormatField = v.pipe(
  v.string(`The format must be one of ${EXPORT_FORMATS.join(', ')}`),
  v.transform((text) => text.toUpperCase()),
  v.picklist(EXPORT_FORMATS, `The format must be one of ${EXPORT_FORMATS.join(', ')}`),
);

/** The parts that the exports of all lists share. @param what - begins the summary */
function asFile(what: string) {
  const limit = formatCount(EXPORT_LINES_MOST);
  return {
    summary: `${what} as CSV or XLSX, in which no cell can be read as a formula. Logged; over ${limit} lines are refused.`,
    output: v.unknown(),
    answer: 'file',
    fileTypes: LIST_FILE_TYPES,
  } as const;
}

/** The lists that leave as files (interop §4). Contact details of protected patients are in none of them. */
export const exports = {
  exportPatients: get('export/patients', {
    holds: { answer: 'lines', refusals: 'nothing' },
    ...asFile('The patients, under the headings that an import reads,'),
    access: ['patients.read'],
    input: v.strictObject({ format: ExportFormatField, ...PatientFilter }),
  }),
  exportRecords: get('export/records', {
    holds: { answer: 'lines', refusals: 'nothing' },
    ...asFile('The cases, newest first,'),
    access: ['consents.read'],
    input: v.strictObject({ format: ExportFormatField, ...RecordFilter }),
  }),
  exportConsents: get('export/consents', {
    holds: { answer: 'lines', refusals: 'nothing' },
    ...asFile('The consents, version by version, newest first,'),
    access: ['consents.read'],
    input: v.strictObject({ format: ExportFormatField, ...ConsentFilter }),
  }),
  exportListed: get('export/listed', {
    holds: { answer: 'lines', refusals: 'nothing' },
    ...asFile('The cases on theatre lists, with `show` WAITING those that are not ready,'),
    access: ['patients.read'],
    input: v.strictObject({
      format: ExportFormatField,
      ...TheatreFilter.entries,
      show: v.optional(v.picklist(['WAITING', 'ALL'], 'The show must be one of WAITING, ALL'), 'ALL'),
    }),
  }),
  exportReferrals: get('export/referrals', {
    holds: { answer: 'lines', refusals: 'nothing' },
    ...asFile('The referrals, newest first,'),
    access: REFERRAL_ACCESS,
    input: v.strictObject({
      format: ExportFormatField,
      search: Search,
      status: StatusFilter(REFERRAL_STATUSES),
      duration: StatusFilter(DURATIONS, 'duration'),
      referral: v.optional(ReferralScope, 'MINE'),
    }),
  }),
  exportProcedures: get('export/procedures', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    ...asFile('The procedures of the library, without their texts,'),
    access: ['consents.read'],
    input: v.strictObject({ format: ExportFormatField, ...ProcedureFilter }),
  }),
};

export type ExportName = keyof typeof exports;
