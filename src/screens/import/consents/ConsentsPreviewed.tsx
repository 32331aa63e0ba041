import { CONSENT_IMPORT } from '#domain/imports/import-consent.ts';
import { IMPORTED_REASON, IMPORTED_WORDS } from '#domain/consents/consent-origin.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { useState } from 'react';
import type { ReadOptions } from '../ImportColumns.tsx';
import { ImportRows } from '../ImportRows.tsx';
import { ConsentImportRow } from './ConsentImportRow.tsx';
import { consentStore, type OpenConsents } from './consent-store.ts';
import { GROUPS, useMending, useConsentSending } from './use-consents.ts';
import { SendBar } from '../SendBar.tsx';
import { countLines, laterLines } from './consent-lines.ts';

type Props = {
  readonly open: OpenConsents;
  /** Why the file was not read again. */
  readonly problems: readonly FieldProblem[];
  readonly onRead: (options: ReadOptions) => void;
};

/** A file of consents that was read: its columns, its rows, and what becomes of them. */
export function ConsentsPreviewed({ open, problems, onRead }: Props) {
  const [created, setCreated] = useState(0);
  const mending = useMending();
  const failed = mending.failure === null ? [] : [{ message: failureWords(mending.failure) }];
  return (
    <>
      <ImportRows
        open={open}
        fields={CONSENT_IMPORT}
        nouns={['consent', 'consents']}
        groups={GROUPS}
        isMended={open.lines.some(({ edits }) => Object.keys(edits).length > 0)}
        problems={[...problems, ...failed]}
        outcome={created > 0 && <Done created={created} />}
        renderRow={(line) => <ConsentImportRow key={line.row} line={line} mending={mending} />}
        onRead={onRead}
        onChange={(change) => consentStore.change(() => change)}
      />
      <ConsentsFooter open={open} onDone={setCreated} />
    </>
  );
}

function Done({ created }: { readonly created: number }) {
  return (
    <Notice tone="ok" title={`${created} ${created === 1 ? 'consent' : 'consents'} imported`} live>
      {`Lists show “${IMPORTED_WORDS}”, and theatre lists “${IMPORTED_REASON}”.`}
    </Notice>
  );
}

type FooterProps = { readonly open: OpenConsents; readonly onDone: (created: number) => void };

/** The foot of the consents' import. */
function ConsentsFooter({ open, onDone }: FooterProps) {
  const { send, ...sending } = useConsentSending();
  const { lines, source } = open;
  const shown = { counts: countLines(lines), laterLines: () => laterLines(lines), columns: source.columns };
  return <SendBar noun="consent" {...shown} {...sending} onOk={() => send(open, onDone)} />;
}
