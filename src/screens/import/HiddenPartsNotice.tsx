import { counted } from '#domain/base/counted.ts';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import type { HiddenParts } from '#domain/imports/import-table.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';

type HiddenPartsNoticeProps = {
  /** undefined where the file hides nothing */
  readonly hidden: HiddenParts | undefined;
  readonly confirmed: readonly FileConfirmation[];
  /** reads the file again with what is confirmed now */
  readonly onConfirm: (confirmed: readonly FileConfirmation[]) => void;
};

/** Asks about rows and columns that the workbook hides: they are read only when a person says so. */
export function HiddenPartsNotice({ hidden, confirmed, onConfirm }: HiddenPartsNoticeProps) {
  if (hidden === undefined) return null;
  const { rows, columns } = hidden;
  const parts = [
    { of: 'HIDDEN_ROWS', words: rows === 0 ? null : counted(rows, 'hidden row', 'hidden rows'), isOne: rows === 1 },
    {
      of: 'HIDDEN_COLUMNS',
      words:
        columns.length === 0 ? null : `${counted(columns.length, 'hidden column', 'hidden columns')} (${columns.join(', ')})`,
      isOne: columns.length === 1,
    },
  ] as const;
  return parts.map(({ of, words, isOne }) => {
    if (words === null) return null;
    const isRead = confirmed.includes(of);
    const them = isOne ? 'it' : 'them';
    const others = confirmed.filter((each) => each !== of);
    return (
      <Notice
        key={of}
        tone="warn"
        title={isRead ? `${words}: read` : `${words}: read ${them} too?`}
        action={
          <Button variant="default" onClick={() => onConfirm(isRead ? others : [...others, of])}>
            {isRead ? `Leave ${them} out` : `Read ${them} too`}
          </Button>
        }
      >
        {isRead ? 'Please check what came in.' : `The workbook hides ${them}, so ${isOne ? 'it is' : 'they are'} left out.`}
      </Notice>
    );
  });
}
