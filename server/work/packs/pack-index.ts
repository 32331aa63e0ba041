import { isTableName } from '#domain/integrity/data-catalogue.ts';
import { PACK_FOR_WORDS, packTableWords } from '#domain/packs/pack-words.ts';
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

/** The first page of a pack, for whoever opens it: what is in it, in which file, and what is left out. */
export function packIndex({ pack, counts, withheldLines, letterhead, at, timeZone }: Indexed): PdfDocument {
  const made = exactTime(new Date(at).toISOString(), timeZone);
  return {
    title: 'All that is stored about you',
    fileTitle: 'Copy of stored data',
    subject: 'Copy of stored data',
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
      paragraph('documents: your forms as they were sealed, and files that were added. They open with any program for PDFs.'),
      paragraph('readings.csv: when your record was opened, and by somebody of which role. It opens in a spreadsheet.'),
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
          : `${counted(withheldLines, 'part')} about other people, or that could harm somebody, were left out after two people of the hospital had looked at them. They are marked (withheld), or are not there.`,
      ),
      paragraph(
        'Members of staff stand with their role in place of their name. Secrets of the system, and its own bookkeeping, are left out. Ask the hospital if you miss something or do not agree; you may also complain to the Information Commissioner (ico.org.uk).',
      ),
    ],
  };
}

function tableOf({ tables }: PackCounts): PdfBlock {
  const rows = Object.entries(tables).map(([table, rowCount]) => [
    [{ text: isTableName(table) ? packTableWords(table) : table }],
    [{ text: String(rowCount) }],
    [{ text: `data/${table}.json` }],
  ]);
  return { kind: 'table', columns: [{ title: 'What', share: 4 }, { title: 'How many' }, { title: 'File', share: 2 }], rows };
}
