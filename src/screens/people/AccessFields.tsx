import type { ManagedUser } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import type { Subscription } from '#contract/user-shapes.ts';
import { shortDate } from '#domain/plain-date.ts';
import { ACCOUNT_TYPES, mayAssign, type Permission } from '#domain/roles.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { activePlansOptions } from '#src/queries/people.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useSession } from '#src/session/session.ts';
import { CheckCards, ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { monthsOn, type AccessForm } from './person-acts.ts';
import styles from './people.module.css';

type AccessFieldsProps = {
  readonly person: ManagedUser;
  readonly form: AccessForm;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (change: Partial<AccessForm>) => void;
};

/** Usual lengths of an access, months [choice]. */
const TERMS = [
  { months: 6, label: '6 months' },
  { months: 12, label: '1 year' },
  { months: 24, label: '2 years' },
] as const;

/** Role, last day and access plans; each control's id is its field's name. */
export function AccessFields({ person, form, problems, onChange }: AccessFieldsProps) {
  const roles = useQuery(allRolesOptions());
  const plans = useQuery(activePlansOptions());
  const today = useToday();
  const held = useSession()?.user.permissions ?? [];
  const errorAt = (field: keyof AccessForm) => problems.find((problem) => problem.field === field)?.message;
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
            id="roleID"
            label="Role"
            value={form.roleID === '' ? null : form.roleID}
            onChange={(roleID) => onChange({ roleID })}
            error={errorAt('roleID')}
            choices={roles.data.map((role) => roleChoice(role, person.requestedRole, held))}
          />
        </div>
        <div>
          <PlainDateField
            id="expiryDate"
            label="Expiry date"
            hint="The last day on which they can sign in."
            value={form.expiryDate}
            onChange={(expiryDate) => onChange({ expiryDate })}
            error={errorAt('expiryDate')}
          />
          <div className={styles.terms}>
            {TERMS.map(({ months, label }) => (
              <Button key={months} variant="default" size="sm" onClick={() => onChange({ expiryDate: monthsOn(today, months) })}>
                {label}
                <span className="visually-hidden"> from today</span>
              </Button>
            ))}
          </div>
        </div>
        {offered.length > 0 && (
          <CheckCards
            id="subscriptions"
            label="Access plans"
            optional
            hint="When every plan has ended, only reading is left. Without a plan the expiry date alone counts."
            value={form.subscriptions}
            onChange={(subscriptions) => onChange({ subscriptions })}
            error={errorAt('subscriptions')}
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
  const words = [...(key === wish ? ['Wished for'] : []), ...(type === name ? [] : [type])].join(' · ');
  const hint = isGivable ? words : 'It decides over access in a way that your own role does not.';
  return { value: _id, label: name, hint: hint === '' ? undefined : hint, disabled: !isGivable };
}

/** Those that may be given today, and those that this person has, also when they have ended. */
function plansFor(active: readonly Subscription[], held: readonly Subscription[]): readonly Subscription[] {
  return [...active, ...held.filter(({ _id }) => !active.some((each) => each._id === _id))];
}

function planHint({ startDate, endDate, status }: Subscription): string {
  if (status === 'ENDED') return endDate === null ? 'Ended' : `Ended ${shortDate(endDate)}`;
  return endDate === null ? `From ${shortDate(startDate)}` : `${shortDate(startDate)} to ${shortDate(endDate)}`;
}
