import type { ReactNode } from 'react';
import styles from './PlainButton.module.css';

export type PlainButtonProps = {
  /** `filled` for the one act of a form, `default` for one beside it, `subtle` for a way back. */
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly type?: 'button' | 'submit';
  /** Covers the words with a ring that turns, and takes no clicks. */
  readonly loading?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
};

/** A button as Mantine's, without Mantine: the sign-in is shown before it has loaded. The filled one is larger and as wide as its form. */
export function PlainButton({ variant = 'filled', type = 'button', loading = false, onClick, children }: PlainButtonProps) {
  return (
    <button
      className={styles.button}
      data-variant={variant}
      data-loading={loading || undefined}
      type={type}
      disabled={loading}
      onClick={onClick}
    >
      <span className={styles.words}>{children}</span>
    </button>
  );
}
