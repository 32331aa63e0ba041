import { useState } from 'react';
import { Icon } from './Icon.tsx';
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
  readonly onFile: (file: File) => void;
};

/** A file by button, by tap or by drop: one real file control that covers its zone. */
export function FileDrop({ id, label, hint, error, accept, onFile }: FileDropProps) {
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
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Emptied so that choosing the same file again is a change again.
            event.currentTarget.value = '';
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
    </div>
  );
}
