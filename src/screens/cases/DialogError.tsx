import styles from './cases.module.css';

/** Why an act of a dialog did not take effect; nothing without a reason. */
export function DialogError({ words }: { readonly words: string | null | undefined }) {
  if (words == null) return null;
  return (
    <p role="alert" className={styles.error}>
      {words}
    </p>
  );
}
