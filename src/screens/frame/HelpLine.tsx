import { Icon } from '#src/ui/theme/Icon.tsx';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import styles from './help.module.css';

const HelpPanel = lazy(async () => ({ default: (await import('./HelpPanel.tsx')).HelpPanel }));

/** The one way to help: the last thing of every screen of staff (WCAG 3.2.6), over the screen, so that nothing is left or lost. */
export function HelpLine({ path }: { readonly path: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.line}>
      <Button variant="subtle" leftSection={<Icon name="info" />} onClick={() => setIsOpen(true)}>
        Help with this screen
      </Button>
      {isOpen && (
        <Suspense>
          <HelpPanel path={path} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
