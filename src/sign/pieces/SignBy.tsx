import type { TicketDetails } from '#contract/signing.ts';
import { localDate, longDate } from '#domain/plain-date.ts';
import type { Ref } from 'react';
import type { Problem } from '../ask.ts';
import { isWitnessed } from '../signature-body.ts';
import { signerName } from '../steps.ts';
import type { Visiting } from '../use-visit.ts';
import { WAYS, type Typed } from '../visit.ts';
import { useFormWords } from '../form-words.ts';
import { Choose } from './Choose.tsx';
import { Field } from './Field.tsx';
import { Pad, type PadHandle } from './Pad.tsx';

export type SignByProps = Pick<Visiting, 'visit' | 'dispatch'> & {
  readonly details: TicketDetails;
  readonly problems: readonly Problem[];
  readonly pad: Ref<PadHandle>;
  /** What was wrong with one way says nothing of another. */
  readonly onOtherWay: () => void;
};

/** The four equal ways to sign, and what the chosen one needs. */
export function SignBy({ visit, dispatch, details, problems, pad, onOtherWay }: SignByProps) {
  const { sign } = useFormWords();
  const { way, ink, typedName, witnessName, witnessRole } = visit.typed;
  const set = (typed: Partial<Typed>) => dispatch({ kind: 'typed', typed });
  const today = longDate(localDate(Date.now(), details.organisation.timeZone));
  const wrongPad = problems.find(({ field }) => field === 'strokes');
  const hint = { DRAWN: sign.padHint, TYPED: sign.typeHint, MARK_WITNESSED: sign.markHint, VERBAL_WITNESSED: sign.sayHint }[way];
  return (
    <>
      <div className="ways">
        <Choose
          id="way"
          legend={sign.how}
          options={WAYS.map((value) => ({ value, label: sign[value] }))}
          value={way}
          onValue={(value) => {
            onOtherWay();
            set({ way: value });
          }}
        />
      </div>
      {way !== 'TYPED' && <p className="small">{hint}</p>}
      {(way === 'DRAWN' || way === 'MARK_WITNESSED') && (
        <>
          {wrongPad !== undefined && <p className="wrong">{wrongPad.message}</p>}
          <Pad
            key={way}
            id="strokes"
            label={sign.pad}
            ink={ink[way]}
            onInk={(drawn) => set({ ink: { ...ink, [way]: drawn } })}
            handle={pad}
          />
          <div className="under-pad">
            <span>
              <bdi>{signerName(details)}</bdi>, {today}
            </span>
            <span>
              <button type="button" className="change" onClick={() => set({ ink: { ...ink, [way]: ink[way].slice(0, -1) } })}>
                {sign.undo}
              </button>
              <button type="button" className="change" onClick={() => set({ ink: { ...ink, [way]: [] } })}>
                {sign.clear}
              </button>
            </span>
          </div>
        </>
      )}
      {way === 'TYPED' && (
        <Field
          id="typedName"
          label={sign.typeLabel}
          hint={hint}
          value={typedName}
          onValue={(value) => set({ typedName: value })}
          problems={problems}
          most={200}
        />
      )}
      {isWitnessed(way) && (
        <fieldset className="witness">
          <legend>{sign.witness}</legend>
          <Field
            id="witness.name"
            label={sign.witnessName}
            value={witnessName}
            onValue={(value) => set({ witnessName: value })}
            problems={problems}
            most={200}
          />
          <Field
            id="witness.role"
            label={sign.witnessRole}
            hint={sign.witnessRoleHint}
            value={witnessRole}
            onValue={(value) => set({ witnessRole: value })}
            problems={problems}
            most={100}
          />
        </fieldset>
      )}
    </>
  );
}
