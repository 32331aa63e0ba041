import { isPackTable } from '#domain/integrity/data-catalogue.ts';
import { PACK_FOR_WORDS, PACK_TABLE_WORDS } from '#domain/packs/pack-words.ts';
import { counted } from '#domain/base/counted.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { PackTableRow } from '#server/data/packs/subject-packs.ts';
import type { PackCounts } from '#server/data/tables/pack-rows.ts';
import type { PdfBlock, PdfDocument, PdfLetterhead } from '#server/outside/pdf/blocks.ts';
import { factBlocks, heading, paragraph } from '#server/work/documents/content/document-parts.ts';

type Indexed = {
  readonly pack: Pick<PackTableRow, 'for_whom' | 'asked_at'>;
  readonly counts: PackCounts;
  readonly withheldLines: number;
  readonly letterhead: PdfLetterhead;
  /** epoch ms */
  readonly at: number;
  readonly timeZone: string;
};

const TITLE = 'Copy of all stored data';

/** The first page of a pack, for whoever opens it: what is in it, in which file, and what is left out. */
export function packIndex({ pack, counts, withheldLines, letterhead, at, timeZone }: Indexed): PdfDocument {
  const made = exactTime(new Date(at).toISOString(), timeZone);
  return {
    title: TITLE,
    fileTitle: TITLE,
    subject: TITLE,
    language: 'en-GB',
    createdAt: at,
    letterhead,
    footer: { state: `Made ${made}.` },
    blocks: [
      paragraph(
        'This is a copy of what the consent system of this hospital stores about one patient, as of one moment. It does not hold what other systems of the hospital store.',
      ),
      ...factBlocks([
        { label: 'Made for', text: PACK_FOR_WORDS[pack.for_whom] },
        { label: 'Asked for', text: exactTime(pack.asked_at, timeZone) },
        { label: 'Made', text: made },
      ]),
      heading('How to read it'),
      paragraph(
        'documents: the forms as they were sealed, and files that were added. Most of them open with any program for PDFs.',
      ),
      paragraph('readings.csv: when the record was opened, and by somebody of which role. It opens in a spreadsheet.'),
      paragraph(
        'data: everything else, a file for each kind. They are text (JSON); a person who works with computers can read them to you.',
      ),
      paragraph('record.fhir.json: the same as other hospital systems read it (FHIR R4).'),
      heading('What is in it'),
      tableOf(counts),
      paragraph(`${counted(counts.documents, 'file')} in the folder documents.`),
      heading('What is not in it'),
      paragraph(
        withheldLines === 0
          ? 'Nothing about other people was left out.'
          : `${counted(withheldLines, 'part')} about other people, or that could harm somebody: one person of the hospital decided that, and another released this copy. What is left out is marked (withheld), or is not there.`,
      ),
      paragraph(
        'In the folder data and in readings.csv members of staff stand with their role. Forms, and the record for other systems, name those who filled them in or signed. Secrets of the system, and its own bookkeeping, are left out. Ask the hospital if you miss something or do not agree; you may also complain to the Information Commissioner (ico.org.uk).',
      ),
    ],
  };
}

function tableOf({ tables }: PackCounts): PdfBlock {
  const rows = Object.entries(tables).map(([table, rowCount]) => [
    [{ text: isPackTable(table) ? PACK_TABLE_WORDS[table] : table }],
    [{ text: String(rowCount) }],
    [{ text: `data/${table}.json` }],
  ]);
  return { kind: 'table', columns: [{ title: 'What', share: 4 }, { title: 'How many' }, { title: 'File', share: 2 }], rows };
}
