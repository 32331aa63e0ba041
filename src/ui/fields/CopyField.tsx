import { MINUTE } from '#domain/base/limits.ts';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import styles from './CopyField.module.css';
import { Icon } from '#src/ui/theme/Icon.tsx';

/** Time for which the button says that it has copied, ms [choice]. */
const SAID = MINUTE;

/** A value to copy elsewhere, such as a verify code, with a button that copies it and says whether it could. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { copy, copied, error } = useClipboard({ timeout: SAID });
  const isRefused = error !== null;
  const isCopied = copied && !isRefused;
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <Button variant="default" leftSection={<Icon name={isCopied ? 'check' : 'copy'} />} onClick={() => copy(value)}>
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {label}</span>
      </Button>
      <span role="status" className={isRefused ? undefined : 'visually-hidden'}>
        {isCopied && `${label} copied`}
        {isRefused && 'This browser did not allow copying. Please select the text and copy it.'}
      </span>
    </div>
  );
}
