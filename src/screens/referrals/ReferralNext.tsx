import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { seesCase, takesFirstForm } from '#domain/referrals/first-form.ts';
import { openMoves, type ReferralSide } from '#domain/referrals/referral.ts';
import { paths } from '#src/paths.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { MoveModal, type ConfirmedMove } from './MoveModal.tsx';
import { MOVE_WORDS, referralWaitingWords } from './referral-words.ts';
import { ReplyForm } from './ReplyForm.tsx';
import styles from './referrals.module.css';

type Props = { readonly record: RecordSummary; readonly referral: Referral; readonly sides: readonly ReferralSide[] };

/** One filled button, the others outlined, and the end of it all quiet. */
const VARIANTS = { ACCEPT: 'filled', ASK: 'default', REJECT: 'default', CLOSE: 'subtle' } as const;

/** The next step for the person: one filled button, the other moves beside it. */
export function ReferralNext({ record, referral, sides }: Props) {
  const [openMove, setOpenMove] = useState<ConfirmedMove | null>(null);
  const moves = openMoves(referral.status, sides);
  const others = (['ACCEPT', 'ASK', 'REJECT', 'CLOSE'] as const).filter((move) => moves.includes(move));
  return (
    <Panel title="Next">
      <div className={styles.stack}>
        {moves.includes('REPLY') ? (
          <ReplyForm record={record} referral={referral} />
        ) : (
          <p>{moves.includes('ACCEPT') ? 'Decide whether you take this patient over.' : referralWaitingWords(referral, sides)}</p>
        )}
        <div className={styles.buttons}>
          <CaseButton record={record} referral={referral} sides={sides} />
          {others.map((move) => (
            <Button key={move} variant={VARIANTS[move]} onClick={() => setOpenMove(move)}>
              {MOVE_WORDS[move].label}
            </Button>
          ))}
        </div>
      </div>
      {openMove !== null && <MoveModal record={record} move={openMove} onClose={() => setOpenMove(null)} />}
    </Panel>
  );
}

/** The way to the case of an accepted referral, or to its first form. */
function CaseButton({ record, referral, sides }: Props) {
  const { recordID, patient, currentConsentID } = record;
  const mayWrite = useMay('consents.write');
  const isReviewer = sides.includes('ADDRESSEE');
  if (currentConsentID !== null)
    return (
      <ButtonLink href={paths.record(recordID).href} variant={isReviewer ? 'filled' : 'default'}>
        Open the consent
      </ButtonLink>
    );
  if (!takesFirstForm(record) || !seesCase(referral, sides) || !mayWrite) return null;
  return (
    <ButtonLink href={paths.firstConsent(patient.id, recordID).href} variant={isReviewer ? 'filled' : 'default'}>
      Write the consent form
    </ButtonLink>
  );
}
