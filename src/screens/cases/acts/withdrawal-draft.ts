import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mayAskToWithdraw } from '#domain/cases/withdrawal.ts';
import type { WithdrawalWay } from '#domain/cases/withdrawal-ways.ts';
import { hasInk } from '#domain/values/ink.ts';

/** The choice of whoever asked where that is nobody on the form. */
export const NOBODY = 'NOBODY';

/** At whose wish a consent is withdrawn, and how they said so; as the call takes it. */
export type Wish = { readonly signing_order?: number; readonly how?: WithdrawalWay };

/** A withdrawal while it is filled in. `who`: the place of a person on the form, or nobody there; null before it is chosen. */
export type WithdrawalDraft = {
  readonly people: readonly Consent['recipients'][number][];
  readonly who: string | null;
  readonly how: WithdrawalWay | null;
  readonly setWho: (who: string) => void;
  readonly setHow: (how: WithdrawalWay) => void;
  /** whether all is answered; a reason is needed only where nobody on the form has asked */
  readonly isWhole: (reason: string) => boolean;
  readonly wish: Wish;
};

/** The fields of a withdrawal. Where one person alone can have asked, they are chosen. */
export function useWithdrawal({ recipients }: Pick<Consent, 'recipients'>): WithdrawalDraft {
  const people = recipients.filter(({ role }) => mayAskToWithdraw(role));
  const only = people.length === 1 ? people[0] : undefined;
  const [who, setWho] = useState<string | null>(only === undefined ? null : String(only.signing_order));
  const [how, setHow] = useState<WithdrawalWay | null>(null);
  const isNamed = who !== null && who !== NOBODY;
  return {
    people,
    who,
    how,
    setWho,
    setHow,
    isWhole: (reason) => (isNamed ? how !== null : (people.length === 0 || who === NOBODY) && hasInk(reason)),
    wish: isNamed && how !== null ? { signing_order: Number(who), how } : {},
  };
}
