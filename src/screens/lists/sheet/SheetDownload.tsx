import type { SheetFormat } from '#contract/theatre-sheet.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useSheetFile } from '#src/queries/theatre-sheet.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import type { TheatreQuery } from '#src/queries/theatre.ts';
import { Button } from '@mantine/core';
import styles from './sheet.module.css';

/** The sheet to take along, as a pack to print or as a workbook. */
export function SheetDownload({ query, days }: { readonly query: TheatreQuery; readonly days: string }) {
  const { mutate, isPending, error, variables } = useSheetFile();
  const isServerHere = useServerStatus() === 'here';
  const get = (format: SheetFormat) =>
    mutate({ ...query, format }, { onSuccess: (file) => saveFile(file, `sheet-${query.startDate}.${format.toLowerCase()}`) });
  const button = (format: SheetFormat, label: string) => (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      disabled={!isServerHere || isPending}
      loading={isPending && variables.format === format}
      onClick={() => get(format)}
    >
      {label}
    </Button>
  );
  return (
    <Panel title="Take it along">
      <div className={styles.stack}>
        <p>
          For the hours when no tablet works: the list of <b className={styles.side}>{days}</b>, true as of now. Each row has a
          code, by which it is known again.
        </p>
        <ErrorSummary problems={error === null || isPending ? [] : failureProblems(error).map(({ message }) => ({ message }))} />
        <div className={styles.buttons}>
          {button('PDF', 'Pack to print')}
          {button('XLSX', 'Workbook')}
        </div>
        <p className={styles.small}>
          The pack is the list with boxes to fill in, and each form that waits for signatures. The workbook is filled in on any
          computer, and brought back here.
        </p>
        {isPending && <p role="status">The sheet is being made. With many forms this takes a minute.</p>}
      </div>
    </Panel>
  );
}
