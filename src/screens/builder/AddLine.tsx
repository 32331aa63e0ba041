import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { TextField } from '#src/ui/TextField.tsx';
import styles from './builder.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly maxLength: number;
  /** What is there already, which is not added twice. */
  readonly taken: readonly string[];
  readonly onAdd: (text: string) => void;
};

/** One line and a button that adds it to the list above; Enter does the same. */
export function AddLine({ id, label, maxLength, taken, onAdd }: Props) {
  const [text, setText] = useState('');
  const isTwice = taken.includes(text.trim());
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isTwice) return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form className={styles.addLine} onSubmit={add}>
      <TextField
        id={id}
        label={label}
        maxLength={maxLength}
        value={text}
        onChange={setText}
        error={isTwice ? 'This is already there' : undefined}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''} aria-label={label}>
        Add
      </Button>
    </form>
  );
}
