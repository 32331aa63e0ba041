import { useState } from 'react';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './FileDrop.module.css';

export type FileDropProps = {
  readonly id: string;
  /** The act: "Choose a signed PDF". */
  readonly label: string;
  /** Accepted files: "PDF, up to 10 MB". */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** As the file input takes it: "application/pdf". A drop may still bring anything: check what arrives. */
  readonly accept: string;
  /** Whether several may be chosen at once. */
  readonly isMany?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A file by button, by tap or by drop: one real file control that covers its zone. */
export function FileDrop({ id, label, hint, error, accept, isMany = false, onFiles }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div>
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <label className={styles.drop} data-over={isOver || undefined}>
        <Icon name="upload" size={1.75} />
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        <input
          className={styles.input}
          id={id}
          type="file"
          accept={accept}
          multiple={isMany}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={(event) => {
            // A drop may bring several where one is taken.
            const files = [...(event.currentTarget.files ?? [])].slice(0, isMany ? undefined : 1);
            // Emptied so that choosing the same file again is a change again.
            event.currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </label>
    </div>
  );
}
