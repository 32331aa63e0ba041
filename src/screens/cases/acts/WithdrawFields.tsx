import { WAY_WORDS } from '#domain/cases/withdrawal.ts';
import { WITHDRAWAL_WAYS } from '#domain/cases/withdrawal-ways.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { NOBODY, type WithdrawalDraft } from './withdrawal-draft.ts';

/** Asks at whose wish staff withdraw, and how they were told; nothing where nobody on the form can have asked. */
export function WithdrawFields({ people, who, how, setWho, setHow }: WithdrawalDraft) {
  if (people.length === 0) return null;
  return (
    <>
      <ChoiceCards
        id="withdraw-who"
        label="Who asked for it?"
        stacked
        choices={[
          ...people.map(({ signing_order: order, recipient_name: label, role }) => ({
            value: String(order),
            label,
            hint: ROLE_WORDS[role],
          })),
          { value: NOBODY, label: 'Nobody on this form', hint: 'Say why below.' },
        ]}
        value={who}
        onChange={setWho}
      />
      {who !== null && who !== NOBODY && (
        <ChoiceCards
          id="withdraw-how"
          label="How did they tell you?"
          choices={WITHDRAWAL_WAYS.map((value) => ({ value, label: WAY_WORDS[value].choice }))}
          value={how}
          onChange={setHow}
        />
      )}
    </>
  );
}
