import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { useSession } from '#src/session/session.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SAID } from './referral-words.ts';
import styles from './referrals.module.css';

type Said = { readonly who: string; readonly when: string | null; readonly text: string; readonly isOwn: boolean };

/** The question and everything that was said since, oldest first. */
export function Conversation({ referral, timeZone }: { readonly referral: Referral; readonly timeZone: string }) {
  const user = useSession()?.user;
  const me = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
  return (
    <Panel title="Conversation">
      <ol className={styles.talk}>
        {saidIn(referral, me).map(({ who, when, text, isOwn }, at) => (
          <li key={`${at} ${when}`}>
            <p className={styles.small}>
              <strong>{who}</strong>
              {when !== null && ` · ${longTime(when, timeZone)}`}
            </p>
            {text !== '' && (
              <p className={styles.words} data-own={isOwn || undefined}>
                {text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function saidIn({ question, from, submittedAt, messages }: Referral, me: string): Said[] {
  const first = { who: `${from.name} asks`, when: submittedAt, text: question, isOwn: from.name === me };
  // A draft is submitted with its question: that is told once.
  const later = messages.filter(({ move, text }, at) => !(at === 0 && move === 'REPLY' && text === question));
  return [first, ...later.map(({ at, by, move, text }) => ({ who: `${by} ${SAID[move]}`, when: at, text, isOwn: by === me }))];
}
