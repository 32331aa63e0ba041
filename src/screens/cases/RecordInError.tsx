import type { Consent } from '#contract/shapes/record-shapes.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ACT_WORDS } from './acts/act-words.ts';
import { ActModal } from './acts/ActModal.tsx';

/** The quiet button by which an older version is recorded in error: the newest has its acts at the head of the page. */
export function RecordInError({ consent }: { readonly consent: Consent }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setIsOpen(true)}>
        {ACT_WORDS.void.label}
        <span className="visually-hidden"> version {consent.versionNumber}</span>
      </Button>
      {isOpen && <ActModal act="void" acts={['void']} consent={consent} onClose={() => setIsOpen(false)} />}
    </>
  );
}
