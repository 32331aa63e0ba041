import { endFirstSteps, openFirstSteps, useFirstSteps } from '#src/session/first-steps.ts';
import { useSession } from '#src/session/session.ts';
import { Link } from '#src/ui/Link.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { firstStepsOf, type FirstStep } from './first-steps.ts';
import styles from './first-steps.module.css';

/**
 * The first steps of a new person, as a card on Home that is offered until it is done or skipped on this device. It covers nothing, and
 * opens when somebody asks for it.
 */
export function FirstSteps() {
  const user = useSession()?.user;
  const userId = user?._id ?? '';
  const state = useFirstSteps(userId);
  const steps = firstStepsOf(user?.permissions ?? []);
  if (user === undefined || steps.length === 0 || state.kind === 'ended') return null;
  const end = () => endFirstSteps(userId);
  const step = state.kind === 'open' ? steps[state.step] : undefined;
  return (
    <Page>
      <section className={styles.card} aria-label="First steps">
        {state.kind === 'open' && step !== undefined ? (
          <OpenStep
            key={state.step}
            {...step}
            at={state.step}
            count={steps.length}
            onGo={(at) => openFirstSteps(userId, at)}
            onEnd={end}
          />
        ) : (
          <>
            <p className={styles.offer}>
              <strong>New here?</strong> {steps.length} short steps show you around.
            </p>
            <div className={styles.acts}>
              <Button variant="subtle" onClick={end}>
                Skip first steps
              </Button>
              <Button variant="default" onClick={() => openFirstSteps(userId)}>
                Show first steps
              </Button>
            </div>
          </>
        )}
      </section>
    </Page>
  );
}

type OpenStepProps = FirstStep & {
  readonly at: number;
  readonly count: number;
  readonly onGo: (at: number) => void;
  readonly onEnd: () => void;
};

function OpenStep({ title, text, link, at, count, onGo, onEnd }: OpenStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Each step is read out from its heading, and Tab goes on from there.
  useEffect(() => heading.current?.focus(), []);
  const isLast = at === count - 1;
  return (
    <>
      <p className={styles.count}>
        First steps, {at + 1} of {count}
      </p>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      <p>
        <Link className={styles.link} href={link.href}>
          {link.label}
        </Link>
      </p>
      <div className={styles.acts}>
        {!isLast && (
          <Button variant="subtle" onClick={onEnd}>
            Skip first steps
          </Button>
        )}
        {at > 0 && (
          <Button variant="default" onClick={() => onGo(at - 1)}>
            Step before
          </Button>
        )}
        <Button variant="default" onClick={isLast ? onEnd : () => onGo(at + 1)}>
          {isLast ? 'Finish first steps' : 'Next step'}
        </Button>
      </div>
    </>
  );
}
