import type { OfflineSession } from '#src/offline/session.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import type { OpConflict, OpenItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { clashLines, freeLines, myWords, takenLines, theirWords } from './conflict-words.ts';
import { ExportUnsentButton } from './ExportUnsentButton.tsx';
import styles from './outbox.module.css';
import { useNow } from './use-now.ts';

type ConflictItemProps = {
  readonly offline: OfflineSession;
  readonly item: OpenItem;
  readonly conflict: OpConflict;
  readonly onDone: () => void;
};

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** A conflict of two people's changes: both values side by side, with nothing preselected. */
export function ConflictItem({ offline, item, conflict, onDone }: ConflictItemProps) {
  const [choices, setChoices] = useState<Choices>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const { timeZone: zone } = useProduct();
  const when = { now: useNow(), zone };
  const met = { ...item, conflict };
  const lines = clashLines(met, item.about);
  const choosing = useMutation({
    mutationFn: () => offline.local.outbox.resolve(item.op.opId, choices),
    networkMode: 'always',
    onSuccess: onDone,
  });
  const open = lines.filter(({ field }) => choices[field] === undefined);
  const unchosen = open.map(({ field, label }) => ({ field: idOf(field), message: `Choose for: ${label}` }));
  const failed = choosing.isError ? [{ message: failureWords(choosing.error) }] : [];
  const keep = () => {
    setSubmitted(true);
    if (open.length === 0) choosing.mutate();
  };
  return (
    <>
      <Page>
        <ErrorSummary problems={[...(isSubmitted ? unchosen : []), ...failed]} />
        <Notice tone="stop" title={item.op.error?.message ?? 'Somebody else has changed this in the meantime'}>
          Choose which one to keep. The other one is kept in the notes of this tablet.
        </Notice>
        <Panel title="Which one do you want to keep?">
          {lines.map(({ field, label, before, mine, theirs }) => (
            <div className={styles.clash} key={field}>
              <ChoiceCards
                id={idOf(field)}
                label={label}
                {...(before !== null && { hint: `Before: ${before}` })}
                value={choices[field] ?? null}
                error={isSubmitted && choices[field] === undefined ? 'Choose one' : undefined}
                onChange={(side) => setChoices({ ...choices, [field]: side })}
                choices={[
                  { value: 'mine', label: mine, hint: myWords(item.op, when) },
                  { value: 'theirs', label: theirs, hint: theirWords(conflict.theirs, when) },
                ]}
              />
            </div>
          ))}
        </Panel>
        <Also title="Also changed by you, and by nobody else: it is sent as well" lines={freeLines(met, item.about)} />
        <Also title="Also changed by the other person: it stays as it is" lines={takenLines(met, item.about)} />
        <div className={styles.buttons}>
          <ExportUnsentButton offline={offline} opId={item.op.opId} />
          <Button variant="default" onClick={() => print()}>
            Print
          </Button>
        </div>
      </Page>
      <FooterBar>
        <Button onClick={keep} loading={choosing.isPending}>
          Keep what I chose
        </Button>
      </FooterBar>
    </>
  );
}

function Also({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}

function idOf(field: string): string {
  return `keep-${field}`;
}
