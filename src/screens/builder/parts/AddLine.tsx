import { hasInk } from '#domain/values/ink.ts';
import { Button } from '@mantine/core';
import { useEffect, useState, type FocusEvent, type FormEvent } from 'react';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from './builder.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
  /** Lines already in the list, which are not added twice. */
  readonly taken: readonly string[];
  readonly onAdd: (text: string) => void;
};

/**
 * An input and a button that adds its line to the list above; Enter and leaving the field add it too, so that no input is lost.
 */
export function AddLine({ id, label, hint, maxLength, taken, onAdd }: Props) {
  const [text, setText] = useState('');
  const isTwice = taken.includes(text.trim());
  const isWaiting = hasInk(text);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWaiting]);
  const add = () => {
    if (!hasInk(text) || isTwice) return;
    onAdd(text.trim());
    setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Another window came to the front: the person may return to the middle of a word.
    if (document.hasFocus() && currentTarget.closest('form')?.contains(relatedTarget) !== true) add();
  };
  return (
    <form className={styles.addLine} onSubmit={submit}>
      <TextField
        id={id}
        label={label}
        hint={hint}
        maxLength={maxLength}
        value={text}
        onChange={setText}
        onBlur={leave}
        error={isTwice ? 'This is already on the list' : undefined}
      />
      <Button type="submit" variant="default" onBlur={leave} disabled={!isWaiting} aria-label={label}>
        Add
      </Button>
    </form>
  );
}
