import { hasInk } from '#domain/values/ink.ts';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { VoidKind } from '#domain/base/states.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import styles from '../cases.module.css';
import { ACT_WORDS, isNewVersion, VOID_CHOICES } from './act-words.ts';
import type { QuietAct } from './quiet-acts.ts';
import { WithdrawFields } from './WithdrawFields.tsx';
import { useWithdrawal } from './withdrawal-draft.ts';
import { useQuietAct } from './use-quiet-act.ts';

type Props = {
  readonly act: QuietAct;
  /** all that this person may do now: of two kinds of a new version one is chosen here */
  readonly acts: readonly QuietAct[];
  readonly consent: Consent;
  readonly onClose: () => void;
};

/** Asks for the reason of an act, and performs it. */
export function ActModal({ act: openedAct, acts, consent, onClose }: Props) {
  const kinds = isNewVersion(openedAct) ? acts.filter(isNewVersion) : [];
  const [kind, setKind] = useState<QuietAct | null>(kinds.length > 1 ? null : openedAct);
  const act = kind ?? openedAct;
  const [reason, setReason] = useState('');
  const [voidKind, setVoidKind] = useState<VoidKind | null>(null);
  const withdrawal = useWithdrawal(consent);
  const { error, isBusy, perform } = useQuietAct(consent, onClose);
  const words = ACT_WORDS[act];
  const hasReason = act !== 'delete';
  const isReady = act === 'withdraw' ? withdrawal.isWhole(reason) : !hasReason || hasInk(reason);
  return (
    <ConfirmModal
      opened
      title={words.title}
      okLabel={words.ok}
      tone={words.isFinal ? 'stop' : 'brand'}
      busy={isBusy}
      okDisabled={kind === null || (act === 'void' && voidKind === null) || !isReady}
      onOk={() => perform(act, { reason, voidKind, wish: withdrawal.wish })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {kinds.length > 1 ? (
          <ChoiceCards
            id="act-kind"
            label="What is it for?"
            stacked
            choices={kinds.map((value) => ({ value, label: ACT_WORDS[value].label, hint: ACT_WORDS[value].what }))}
            value={kinds.find((each) => each === kind) ?? null}
            onChange={setKind}
          />
        ) : (
          <p>{words.what}</p>
        )}
        {act === 'void' && (
          <ChoiceCards
            id="void-kind"
            label="What was wrong?"
            stacked
            choices={VOID_CHOICES}
            value={voidKind}
            onChange={setVoidKind}
          />
        )}
        {act === 'withdraw' && <WithdrawFields {...withdrawal} />}
        {hasReason && (
          <TextAreaField
            id="act-reason"
            label="Reason"
            optional={act === 'withdraw' && withdrawal.isWhole('')}
            {...(act === 'withdraw' ? { hint: 'In the words of whoever asked. It is printed on the viewing copy.' } : {})}
            maxLength={NOTE_MOST}
            minRows={2}
            value={reason}
            onChange={setReason}
            error={error}
          />
        )}
        {!hasReason && error !== undefined && <p className={styles.error}>{error}</p>}
      </div>
    </ConfirmModal>
  );
}
