import { ORDER_DECISIONS, type CourtOrder, ORDER_NUMBER_MOST } from '#domain/family/court-order.ts';
import { COURT_DECISION_WORDS } from '#domain/family/family-words.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from './ChoiceCards.tsx';
import { FinishedDateField } from './FinishedDateField.tsx';
import styles from '#src/ui/layout/layout.module.css';
import { TextField } from './TextField.tsx';

type Props = {
  /** Begins the ids of the fields: `disagreement-courtOrder`. */
  readonly id: string;
  readonly order: CourtOrder;
  readonly onChange: (change: Partial<CourtOrder>) => void;
  readonly errorAt: (field: keyof CourtOrder) => string | undefined;
};

const DECIDED = ORDER_DECISIONS.map((value) => ({ value, label: COURT_DECISION_WORDS[value] }));

/** A court's decision about one treatment. */
export function CourtOrderFields({ id, order, onChange, errorAt }: Props) {
  return (
    <div className={styles.stack} id={id} tabIndex={-1}>
      <TextField
        id={`${id}-court`}
        label="Court"
        maxLength={NAME_MOST}
        value={order.court}
        onChange={(court) => onChange({ court })}
        error={errorAt('court')}
      />
      <TextField
        id={`${id}-number`}
        label="Number of the order"
        maxLength={ORDER_NUMBER_MOST}
        value={order.number}
        onChange={(number) => onChange({ number })}
        error={errorAt('number')}
      />
      <FinishedDateField
        id={`${id}-date`}
        label="Date of the order"
        value={order.date}
        onChange={(date) => onChange({ date })}
        error={errorAt('date')}
      />
      <ChoiceCards
        id={`${id}-decision`}
        label="The court decided"
        choices={DECIDED}
        value={order.decision}
        onChange={(decision) => onChange({ decision })}
        error={errorAt('decision')}
      />
    </div>
  );
}
