import { Button, Group, Modal } from '@mantine/core';
import { longTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import styles from '../parts/builder.module.css';
import { changedParts, draftOf, PARTS, rebase, type Part } from './draft.ts';
import { procedureWords } from './procedure-words.ts';
import type { Theirs } from './save-failure.ts';
import type { SaverState, Saver } from './saver.ts';

type Props = { readonly saver: Saver; readonly saverState: SaverState; readonly theirs: Theirs };

/**
 * Shown when another person has saved this draft meanwhile: names them and the changes, and lets the person choose. Nothing is
 * overwritten silently.
 */
export function ConflictModal({ saver, saverState, theirs }: Props) {
  const { timeZone } = useProduct();
  const last = theirs.Timeline.at(-1);
  const their = draftOf(theirs);
  const base = saverState.base ?? their;
  const { both } = rebase({ base, mine: saverState.draft, theirs: their });
  const who = last === undefined || last.actor.kind !== 'STAFF' ? 'Somebody else' : last.actor.name;
  const when = longTime(last?.at ?? theirs.updatedAt, timeZone);
  const mine = changedParts(base, saverState.draft);
  // Without unsaved changes of mine there is nothing to rebase.
  const canGoOn = theirs.status === 'DRAFT' && mine.length > 0;
  const keepMine = () => {
    saver.keepMine(theirs);
    void saver.save();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={<strong>{who} has changed this consent</strong>}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {/* Neither choice has the focus: the next key of a person who is typing must not decide. */}
      <div className={styles.stack} data-autofocus tabIndex={-1}>
        <p>
          Saved {when}. It changed: {partWords(changedParts(base, their))}.
        </p>
        {mine.length > 0 ? (
          <p>You have changed: {partWords(mine)}.</p>
        ) : (
          <p>You have not changed anything since the last save. Read the form again before you continue.</p>
        )}
        {both.length > 0 && (
          <p>
            <strong>You have both changed: {partWords(both)}.</strong> If you keep yours, theirs is replaced there.
          </p>
        )}
        {both.includes('matters') && (
          <>
            <Words title="Theirs" text={their.mattersToMe} />
            <Words title="Yours" text={saverState.draft.mattersToMe} />
          </>
        )}
        {changedParts(their, saverState.draft).includes('procedures') && (
          <>
            <Words title={mine.length > 0 ? 'Theirs' : 'As it is now'} text={their.procedures.map(procedureWords).join('\n')} />
            <Words
              title={mine.length > 0 ? 'Yours' : 'As you saw it'}
              text={saverState.draft.procedures.map(procedureWords).join('\n')}
            />
          </>
        )}
        {theirs.status !== 'DRAFT' && mine.length > 0 && <p>It is no longer a draft, so your changes cannot be saved.</p>}
      </div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => saver.takeTheirs(theirs)}>
          {mine.length > 0 ? 'Take theirs' : 'Show it as it is now'}
        </Button>
        {/* Neither choice is the default: no button is filled. */}
        {canGoOn && (
          <Button variant="default" onClick={keepMine}>
            Keep mine
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function partWords(parts: readonly Part[]): string {
  return parts.length === 0 ? 'nothing in the form itself' : parts.map((part) => PARTS[part].words).join('; ');
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.words}>
      <p className={styles.small}>{title}</p>
      <p>{text === '' ? 'Nothing written' : text}</p>
    </div>
  );
}
