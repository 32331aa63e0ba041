import { Button } from '@mantine/core';
import { deciderOf } from '#domain/forms/form-types.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { useMay } from '#src/session/permissions.ts';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { SaveChip } from '../draft/SaveChip.tsx';
import type { SaverState } from '../draft/saver.ts';
import type { useReady } from '../draft/useReady.ts';
import { mayReview } from '../parts/steps.ts';
import type { StepsOnScreen } from './use-steps.ts';

type Props = {
  readonly saverState: SaverState;
  readonly onScreen: StepsOnScreen;
  readonly missing: readonly Missing[];
  readonly ready: ReturnType<typeof useReady>;
};

/** The foot of the builder: whether the draft is saved, and the ways out of the open step. */
export function DeskFooter({ saverState, onScreen, missing, ready }: Props) {
  const maySend = useMay('consents.send');
  const { steps, step, saveAndContinue, saveAndExit } = onScreen;
  const isReview = step === 'review';
  return (
    <FooterBar state={<SaveChip saverState={saverState} />}>
      <Button variant={isReview && !maySend ? 'filled' : 'default'} onClick={() => void saveAndExit()} disabled={ready.isBusy}>
        Save and exit
      </Button>
      {mayReview(steps, step, missing) && (
        <Button variant="default" onClick={() => void saveAndContinue('review')}>
          Review
        </Button>
      )}
      {!isReview && <Button onClick={() => void saveAndContinue()}>Save and continue</Button>}
      {isReview && maySend && (
        <ReadyButtons
          // A patient who cannot decide is handed nothing: the clinician signs first.
          isHandedOver={deciderOf(saverState.draft.formType) !== 'clinician'}
          isBusy={ready.isBusy}
          onReady={(handsOver) => (missing.length > 0 ? onScreen.setFocus('missing') : void ready.makeReady(handsOver))}
        />
      )}
    </FooterBar>
  );
}

type ReadyProps = {
  readonly isHandedOver: boolean;
  readonly isBusy: boolean;
  readonly onReady: (handsOver: boolean) => void;
};

/** Ends the draft: the form is ready for signing, with the handover as the next step where there is one. */
function ReadyButtons({ isHandedOver, isBusy, onReady }: ReadyProps) {
  return (
    <>
      <Button
        variant={isHandedOver ? 'default' : 'filled'}
        onClick={() => onReady(false)}
        {...(isHandedOver ? { disabled: isBusy } : { loading: isBusy })}
      >
        Ready for signing
      </Button>
      {isHandedOver && (
        <Button onClick={() => onReady(true)} loading={isBusy}>
          Ready and hand over
        </Button>
      )}
    </>
  );
}
