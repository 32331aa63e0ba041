import type { Subscription } from '#contract/shapes/user-shapes.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { planListOptions } from '#src/queries/organisation.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EndPlan } from './EndPlan.tsx';
import { EntryRow } from './EntryRow.tsx';
import styles from './organisation.module.css';
import { mayEndToday, planWords } from './plan-form.ts';
import { PlanDialog } from './PlanDialog.tsx';

type Chosen = { readonly plan: Subscription | null; readonly act: 'edit' | 'end' };

/** The access plans that people are given with their approval. */
export function PlanPanel() {
  const { data, error, refetch } = useQuery(planListOptions());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const today = useToday();
  const close = () => setChosen(null);
  return (
    <Panel
      title="Access plans"
      actions={
        <Button variant="subtle" onClick={() => setChosen({ plan: null, act: 'edit' })}>
          Add access plan
        </Button>
      }
    >
      <p className={styles.about}>
        People get one or more with their approval. Once all plans of a person have ended, that person can only read.
      </p>
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>There is no access plan.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((plan) => (
            <EntryRow key={plan._id} name={plan.name} about={planWords(plan)} isEnded={plan.status === 'ENDED'}>
              <Button variant="subtle" onClick={() => setChosen({ plan, act: 'edit' })}>
                Change<span className="visually-hidden"> {plan.name}</span>
              </Button>
              {mayEndToday(plan, today) && (
                <Button variant="subtle" onClick={() => setChosen({ plan, act: 'end' })}>
                  End<span className="visually-hidden"> {plan.name}</span>
                </Button>
              )}
            </EntryRow>
          ))}
        </ul>
      )}
      {chosen?.act === 'edit' && <PlanDialog plan={chosen.plan} today={today} onClose={close} />}
      {chosen?.act === 'end' && chosen.plan !== null && <EndPlan plan={chosen.plan} today={today} onClose={close} />}
    </Panel>
  );
}
