import { Button } from '@mantine/core';
import type { Ref } from 'react';
import type { Strokes } from '#domain/signing/signature.ts';
import { SignaturePad, type SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import styles from '../cases.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly ink: Strokes;
  /** Called at pen-up and after a line was removed, with all the ink drawn so far. */
  readonly onInk: (ink: Strokes) => void;
  /** Called at pen-down. */
  readonly onBegin: () => void;
  readonly pad: Ref<SignaturePadHandle>;
  readonly error?: string | undefined;
};

/** The signature pad as a field of a staff screen: label, error, the pad, and buttons that remove ink. */
export function SignatureField({ id, label, ink, onInk, onBegin, pad, error }: Props) {
  return (
    <div className={styles.tight} role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
      <p id={`${id}-label`}>
        <strong>{label}</strong>
      </p>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <SignaturePad
        className={error === undefined ? styles.pad : `${styles.pad} ${styles.wrongPad}`}
        label={ink.length === 0 ? 'Signature box, empty' : 'Signature box, with your signature'}
        ink={ink}
        onInk={onInk}
        onBegin={onBegin}
        handle={pad}
      />
      <div className={styles.buttons}>
        <Button variant="subtle" disabled={ink.length === 0} onClick={() => onInk(ink.slice(0, -1))}>
          Undo
        </Button>
        <Button variant="subtle" disabled={ink.length === 0} onClick={() => onInk([])}>
          Clear
        </Button>
      </div>
    </div>
  );
}
