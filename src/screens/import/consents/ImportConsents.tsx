import { paths } from '#src/paths.ts';
import { ImportScreen } from '../ImportScreen.tsx';
import { countLines } from './consent-lines.ts';
import { consentStore } from './consent-store.ts';
import { ConsentsPreviewed } from './ConsentsPreviewed.tsx';
import { useConsentReading } from './use-consents.ts';

const ACCEPT = '.csv,.tsv,.txt,.xlsx,text/csv';
const HINT = 'CSV or Excel workbook (.xlsx), up to 10 MB and 5,000 consents. Their patients must be here already.';

/** Consents that were signed elsewhere, from a file: compared first, and written when the person presses Import. */
export function ImportConsents() {
  const open = consentStore.useOpen();
  const { read, isReading, failure, progress } = useConsentReading();
  return (
    <ImportScreen
      title="Import consents"
      noun="Consents"
      back={{ href: paths.consents.href, label: 'Consents' }}
      hint={HINT}
      accept={ACCEPT}
      fileName={open?.file.name ?? null}
      hasWork={open !== null && countLines(open.lines).ready > 0}
      isReading={isReading}
      progress={progress}
      failure={failure}
      onFile={(file) => read(file)}
      onClose={consentStore.close}
    >
      {(problems) =>
        open !== null && <ConsentsPreviewed open={open} problems={problems} onRead={(options) => read(open.file, options)} />
      }
    </ImportScreen>
  );
}
