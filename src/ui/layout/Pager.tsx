import { Button } from '@mantine/core';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './Pager.module.css';

export type PagerProps = {
  /** Plural noun of the rows: "patients". */
  readonly noun: string;
  /** First page is 1 (spec §9). */
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** there may be more than `total`: a search counts only so far */
  readonly isCapped?: boolean;
  readonly onPage: (page: number) => void;
};

/** "11 to 20 of 43 patients", Previous and Next. Only the text when all rows fit one page. */
export function Pager({ noun, page, limit, total, isCapped = false, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${noun}`}>
      <span className={styles.words} role="status">
        {from} to {Math.min(page * limit, total)} of {isCapped ? `more than ${total - 1}` : total} {noun}
      </span>
      {last > 1 && (
        <>
          <Button variant="default" leftSection={<Icon name="back" />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" rightSection={<Icon name="next" />} disabled={page >= last} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
}
