import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import styles from '../cases.module.css';
import type { ScanCheck } from './use-scan-check.ts';

type Props = {
  readonly check: ScanCheck;
  /** numbers from 1 */
  readonly unread: readonly number[];
};

/** The pages on which no code could be read: a person looks at each. */
export function ScanPages({ check: { pages, lookAt, errorAt }, unread }: Props) {
  return (
    <FieldGroup id="scan-pages" label="I have looked at these pages: they belong to this form" error={errorAt('pagesChecked')}>
      <div className={styles.tight}>
        {unread.map((page) => (
          <CheckField
            key={page}
            id={`scan-page-${page}`}
            label={`Page ${page} of the scan`}
            value={pages.includes(page) ? 'YES' : 'NO'}
            onChange={(value) => lookAt(page, value === 'YES')}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
