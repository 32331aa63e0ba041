import { useState } from 'react';
import { Button } from '@mantine/core';
import type { SubjectPack } from '#contract/packs/subject-access.ts';
import { counted } from '#domain/base/counted.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { PACK_TIME } from '#domain/packs/pack.ts';
import { PACK_FOR_WORDS, PACK_STATE_WORDS } from '#domain/packs/pack-words.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useProduct } from '#src/queries/reference.ts';
import { usePackPart, usePackWrite } from '#src/queries/subject-access.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './privacy.module.css';

/** One copy: whose and for whom it is, what it waits for, and the one next step. */
export function CopyRow({ pack }: { readonly pack: SubjectPack }) {
  const { timeZone } = useProduct();
  const { tone, words } = PACK_STATE_WORDS[pack.state];
  const { asked, released } = pack;
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>
          {formalName(pack)}, {pack.recordID}
        </StrongLine>
        <QuietLine isNumber>
          For: {PACK_FOR_WORDS[pack.for]}. Asked by {asked.name}, {longTime(asked.at, timeZone)}: {pack.reason}
        </QuietLine>
        {pack.counts !== null && (
          <QuietLine isNumber>
            {counted(pack.counts.rows, 'entry', 'entries')}, {counted(pack.counts.documents, 'file')}
          </QuietLine>
        )}
        {released !== null && (
          <QuietLine isNumber>
            Released by {released.name}, {longTime(released.at, timeZone)}
          </QuietLine>
        )}
        <p>{nextWords(pack, timeZone)}</p>
      </div>
      <StateChip tone={tone}>{words}</StateChip>
      <div className={styles.acts}>
        {pack.state === 'DRAFT' && pack.lines > 0 && (
          <ButtonLink variant={pack.openLines > 0 ? 'filled' : 'default'} href={paths.reviewPack(pack.id).href}>
            Review
          </ButtonLink>
        )}
        {pack.mayRelease && <Release pack={pack} />}
        {pack.parts.map(({ number }) => (
          <Download key={number} pack={pack} part={number} />
        ))}
      </div>
    </li>
  );
}

/** The next step of a copy, in a sentence. */
function nextWords({ state, openLines, mayRelease, endsAt }: SubjectPack, timeZone: string): string {
  if (state === 'PREPARING') return 'It is being gathered. You can leave this page.';
  if (state === 'RELEASED') return 'It is being made. You can leave this page.';
  if (state === 'READY') return `It can be downloaded until ${endsAt === null ? '' : longTime(endsAt, timeZone)}.`;
  if (state === 'ENDED') return 'Its time is over, and nothing opens it any more.';
  if (openLines > 0) return `${counted(openLines, 'part')} about other people to decide.`;
  return mayRelease ? 'Everything is decided. You may release it.' : 'Everything is decided. Another person must release it.';
}

function Release({ pack }: { readonly pack: SubjectPack }) {
  const [isOpen, setOpen] = useState(false);
  const release = usePackWrite('subjectAccessRelease');
  const keyFor = useIdempotencyKey();
  const act = () => {
    const input = { id: pack.id };
    release.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          setOpen(false);
        },
      },
    );
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Release</Button>
      {isOpen && (
        <ConfirmModal
          opened
          title="Release this copy?"
          okLabel="Release"
          busy={release.isPending}
          onOk={act}
          onCancel={() => setOpen(false)}
        >
          <div className={styles.stack}>
            {release.error !== null && <ErrorSummary problems={[{ message: failureWords(release.error) }]} />}
            <p>
              <strong>
                {formalName(pack)}, {pack.recordID}
              </strong>
              . For: {PACK_FOR_WORDS[pack.for]}.
            </p>
            <p>
              What was withheld is left out. The copy lies ready for {durationWords(PACK_TIME)}; the security log says who
              downloads it.
            </p>
          </div>
        </ConfirmModal>
      )}
    </>
  );
}

function Download({ pack, part }: { readonly pack: SubjectPack; readonly part: number }) {
  const download = usePackPart();
  const label = pack.parts.length === 1 ? 'Download' : `Download part ${part} of ${pack.parts.length}`;
  return (
    <>
      {download.error !== null && <ErrorSummary problems={[{ message: failureWords(download.error) }]} />}
      <Button
        leftSection={<Icon name="download" />}
        loading={download.isPending}
        onClick={() =>
          download.mutate(
            { id: pack.id, part },
            {
              onSuccess: (file) => {
                saveFile(file, `${pack.recordID}-copy-${part}.zip`);
                noticeSuccess('Copy downloaded');
              },
            },
          )
        }
      >
        {label}
      </Button>
    </>
  );
}
