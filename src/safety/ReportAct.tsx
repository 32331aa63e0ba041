import { useSession } from '#src/session/session.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReportForm } from './ReportForm.tsx';

/** The words of the act, on each screen that has it. */
export const REPORT_SAFETY = 'Report a safety problem';

/** The way to report from a screen that failed: the form in its place. Nothing where nobody is signed in. */
export function ReportAct() {
  const [isOpen, setOpen] = useState(false);
  if (useSession() === null) return null;
  return isOpen ? (
    <ReportForm mayNameCase onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {REPORT_SAFETY}
      </Button>
    </div>
  );
}
