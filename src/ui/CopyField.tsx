import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './CopyField.module.css';
import { Icon } from './Icon.tsx';

/** Something to be carried elsewhere, such as a verify code, with a button that copies it and says whether it could. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setResult('copied'),
      () => setResult('refused'),
    );
  };
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <Button variant="default" leftSection={<Icon name={result === 'copied' ? 'check' : 'copy'} />} onClick={copy}>
        {result === 'copied' ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {label}</span>
      </Button>
      <span role="status" className={result === 'refused' ? undefined : 'visually-hidden'}>
        {result === 'copied' && `${label} copied`}
        {result === 'refused' && 'This browser did not allow copying. Please select the text and copy it.'}
      </span>
    </div>
  );
}
