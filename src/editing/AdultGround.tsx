import { capitalised } from '#domain/base/capitalised.ts';
import { ORDER_WORDS, RESPONSIBILITY_WORDS } from '#domain/family/parent-words.ts';
import {
  needsDetail,
  needsOrder,
  ORDER_KINDS,
  type Parent,
  RESPONSIBILITIES,
  type Responsibility,
  RESPONSIBILITY_DETAIL_MOST,
} from '#domain/family/parent.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ORDER_NUMBER_MOST } from '#domain/family/court-order.ts';
import { FinishedDateField } from '#src/ui/fields/FinishedDateField.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { AdultProps } from './adult-props.ts';
import { changedOrder } from './adult-edits.ts';
import styles from './editing.module.css';

const GROUNDS = RESPONSIBILITIES.map((value) => ({ value, label: capitalised(RESPONSIBILITY_WORDS[value]) }));
const KINDS = ORDER_KINDS.map((value) => ({ value, label: ORDER_WORDS[value] }));

const DETAIL_LABELS: Partial<Record<Responsibility, string>> = {
  LOCAL_AUTHORITY: 'Which authority, and which officer?',
  DELEGATED: 'Who handed the decision over, for what, and what is the date of the paper?',
  OTHER: 'Why may this adult decide?',
};

/** Why an adult may decide for the child, with the paper that shows it. */
export function AdultGround({ parent, idAt, faultAt, change }: AdultProps) {
  const { responsibility, detail } = parent;
  return (
    <>
      <SelectField
        id={idAt('responsibility')}
        label="Why may this adult decide for the child?"
        hint="Parental responsibility: by birth, by agreement, or by a court."
        optional={!parent.signs}
        placeholder="Choose"
        options={GROUNDS}
        value={responsibility ?? ''}
        onChange={(value) => change({ responsibility: RESPONSIBILITIES.find((each) => each === value) ?? null })}
        error={faultAt('responsibility')}
      />
      {needsDetail(responsibility) && (
        <TextAreaField
          id={idAt('detail')}
          label={(responsibility === null ? undefined : DETAIL_LABELS[responsibility]) ?? 'Details'}
          maxLength={RESPONSIBILITY_DETAIL_MOST}
          minRows={2}
          value={detail}
          onChange={(text) => change({ detail: text })}
          error={faultAt('detail')}
        />
      )}
      {needsOrder(responsibility) && <OrderFields parent={parent} idAt={idAt} faultAt={faultAt} change={change} />}
    </>
  );
}

function OrderFields({ parent, idAt, faultAt, change }: AdultProps) {
  const { order } = parent;
  const changeField = (fields: Partial<NonNullable<Parent['order']>>) => change({ order: changedOrder(order, fields) });
  const isWill = order?.kind === 'WILL';
  return (
    <div className={styles.order} id={idAt('order')} tabIndex={-1}>
      <SelectField
        id={idAt('order.kind')}
        label="Kind of order"
        placeholder="Choose"
        options={KINDS}
        value={order?.kind ?? ''}
        onChange={(value) => changeField({ kind: ORDER_KINDS.find((each) => each === value) ?? null })}
        error={faultAt('order.kind')}
      />
      {!isWill && (
        <>
          <TextField
            id={idAt('order.court')}
            label="Court"
            maxLength={NAME_MOST}
            value={order?.court ?? ''}
            onChange={(court) => changeField({ court })}
            error={faultAt('order.court')}
          />
          <TextField
            id={idAt('order.number')}
            label="Number of the order"
            maxLength={ORDER_NUMBER_MOST}
            value={order?.number ?? ''}
            onChange={(number) => changeField({ number })}
            error={faultAt('order.number')}
          />
        </>
      )}
      <FinishedDateField
        id={idAt('order.date')}
        label={isWill ? 'Date of the will' : 'Date of the order'}
        value={order?.date ?? null}
        onChange={(date) => changeField({ date })}
        error={faultAt('order.date')}
      />
    </div>
  );
}
