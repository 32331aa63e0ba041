import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './registration.module.css';

type FormEndProps = {
  readonly okLabel: string;
  readonly isSending: boolean;
  /** Beside the button: the link for those who cannot continue. */
  readonly aside: ReactNode;
};

/** The last row of a form: its button, and the alternative link. */
export function FormEnd({ okLabel, isSending, aside }: FormEndProps) {
  return (
    <div className={styles.actions}>
      <span className={styles.quiet}>{aside}</span>
      <Button type="submit" loading={isSending}>
        {okLabel}
      </Button>
    </div>
  );
}
