import type { ManagedUser } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import type { Subscription } from '#contract/shapes/user-shapes.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import { ACCOUNT_TYPES, mayAssign, type Permission } from '#domain/accounts/roles.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { activePlansOptions } from '#src/queries/people.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { CheckCards, ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { monthsOn, type AccessForm } from './person-acts.ts';
import styles from './people.module.css';

type AccessFieldsProps = {
  readonly person: ManagedUser;
  readonly form: ValidatedForm<AccessForm>;
};

/** Common durations of an access, months [choice]. */
const TERMS = [
  { months: 6, label: '6 months' },
  { months: 12, label: '1 year' },
  { months: 24, label: '2 years' },
] as const;

/** Role, expiry date and access plans; each control's id is its field's name. */
export function AccessFields({ person, form }: AccessFieldsProps) {
  const roles = useQuery(allRolesOptions());
  const plans = useQuery(activePlansOptions());
  const today = useToday();
  const held = useSession()?.user.permissions ?? [];
  const failure = roles.error ?? plans.error;
  if (roles.data === undefined || plans.data === undefined)
    return failure === null ? (
      <Skeleton card lines={6} />
    ) : (
      <QueryFailure failure={failure} onRetry={() => void Promise.all([roles.refetch(), plans.refetch()])} />
    );
  const offered = plansFor(plans.data, person.subscriptions);
  return (
    <Panel title="Access">
      <div className={styles.stack}>
        <div className={styles.roles}>
          <ChoiceCards
            {...form.at('roleID')}
            label="Role"
            value={form.values.roleID === '' ? null : form.values.roleID}
            choices={roles.data.map((role) => roleChoice(role, person.requestedRole, held))}
          />
        </div>
        <div>
          <PlainDateField {...form.at('expiryDate')} label="Expiry date" hint="The last day on which they can sign in." />
          <div className={styles.terms}>
            {TERMS.map(({ months, label }) => (
              <Button
                key={months}
                variant="default"
                size="sm"
                onClick={() => form.change({ expiryDate: monthsOn(today, months) })}
              >
                {label}
                <span className="visually-hidden"> from today</span>
              </Button>
            ))}
          </div>
        </div>
        {offered.length > 0 && (
          <CheckCards
            {...form.at('subscriptions')}
            label="Access plans"
            optional
            hint="When every plan has ended, they can only read. Without a plan only the expiry date counts."
            choices={offered.map((plan) => ({ value: plan._id, label: plan.name, hint: planHint(plan) }))}
          />
        )}
      </div>
    </Panel>
  );
}

function roleChoice({ _id, key, name, accountType, permissions }: Role, wish: string | null, held: readonly Permission[]) {
  const isGivable = mayAssign(held, permissions);
  const type = ACCOUNT_TYPES[accountType];
  const words = [...(key === wish ? ['Asked for'] : []), ...(type === name ? [] : [type])].join(' · ');
  const hint = isGivable ? words : 'This role can change access in ways that your own role cannot.';
  return { value: _id, label: name, hint: hint === '' ? undefined : hint, disabled: !isGivable };
}

/** The plans that may be granted today, and this person's own, including expired ones. */
function plansFor(active: readonly Subscription[], held: readonly Subscription[]): readonly Subscription[] {
  return [...active, ...held.filter(({ _id }) => !active.some((each) => each._id === _id))];
}

function planHint({ startDate, endDate, status }: Subscription): string {
  if (status === 'ENDED') return endDate === null ? 'Ended' : `Ended ${shortDate(endDate)}`;
  return endDate === null ? `From ${shortDate(startDate)}` : `${shortDate(startDate)} to ${shortDate(endDate)}`;
}
