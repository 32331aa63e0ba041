import { formalName } from '#domain/patients/patient-name.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { useOfflineSession } from '#src/offline/session.ts';
import { paths } from '#src/paths.ts';
import type { NeedView, useNeeds } from '#src/queries/needs.ts';
import { useBlocked, type UnsentItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Href } from '#src/ui/href.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import type { Tone } from '#src/ui/theme/tone.ts';
import { heardWords, noNeedsTitle, readyWords, UNHEARD_NEEDS } from './coming-words.ts';
import { needDetails, needWords } from './need-words.ts';
import styles from './needs.module.css';

type NeedsPanelProps = {
  readonly needs: Pick<ReturnType<typeof useNeeds>, 'data' | 'isError' | 'error' | 'refetch'>;
  /** plain date */
  readonly today: string;
};

/** The cases that need this person, sorted by harm; each line says why and carries one act by its name. */
export function NeedsPanel({ needs, today }: NeedsPanelProps) {
  const { timeZone } = useProduct();
  const { data: blocked } = useBlocked(useOfflineSession());
  const isOnline = useOnline();
  const rows = needs.data?.rows ?? [];
  // Until the first answer from the server the panel does not claim that nothing needs this person.
  const isKnown = needs.data != null && blocked !== undefined && (needs.data.at !== null || rows.length + blocked.length > 0);
  const count = rows.length + (blocked?.length ?? 0);
  const at = needs.data?.at ?? null;
  const heard = useClockValue(() => (isKnown ? heardWords({ at, now: Date.now(), isOnline, timeZone }) : null));
  return (
    <section className={styles.needs} aria-labelledby="needs-me" aria-busy={!isKnown}>
      <div className={styles.head}>
        <h2 id="needs-me">Needs me {isKnown && count > 0 && <span className={`${styles.count} num`}>{count}</span>}</h2>
        <Link href={paths.consents.href}>All my consents</Link>
      </div>
      {heard !== null && <QuietLine isNumber>{heard}</QuietLine>}
      {needs.isError ? (
        <QueryFailure failure={needs.error} onRetry={() => void needs.refetch()} />
      ) : !isKnown ? (
        isOnline ? (
          <Skeleton card lines={5} />
        ) : (
          <p className={styles.quiet}>{UNHEARD_NEEDS}</p>
        )
      ) : count === 0 ? (
        <EmptyState icon="done" title={noNeedsTitle(heard, needs.data?.hidden ?? 0)}>
          {[readyWords(needs.data?.ready), othersWords(needs.data?.othersCount ?? 0)].filter((each) => each !== '').join(' ')}
        </EmptyState>
      ) : (
        <ul className={styles.card}>
          {blocked.map((item) => (
            <BlockedLine key={item.opId} item={item} />
          ))}
          {rows.map((row) => (
            <NeedLine key={row.recordID} row={row} when={{ zone: timeZone, today }} />
          ))}
        </ul>
      )}
      {isKnown && count > 0 && (needs.data?.othersCount ?? 0) > 0 && (
        <p className={styles.quiet}>{othersWords(needs.data?.othersCount ?? 0)}</p>
      )}
    </section>
  );
}

function NeedLine({ row, when }: { readonly row: NeedView; readonly when: { readonly zone: string; readonly today: string } }) {
  const { tone, icon, lead, act } = needWords(row, when);
  return (
    <Line
      {...{ tone, icon, lead, act }}
      name={formalName(row.patient)}
      caseNumber={row.caseNumber}
      details={needDetails(row)}
      href={paths.record(row.recordID).href}
    />
  );
}

function BlockedLine({ item }: { readonly item: UnsentItem }) {
  return (
    <Line
      tone="stop"
      icon="warning"
      lead="Not sent: it needs you."
      act="Open"
      name={item.about.patient === null ? 'A patient who is not on this tablet' : formalName(item.about.patient)}
      details="Decide what to do with it."

      href={paths.outboxItem(item.opId).href}
    />
  );
}

type LineProps = {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly lead: string;
  readonly act: string;
  readonly name: string;
  readonly caseNumber?: NeedView['caseNumber'];
  readonly details: string;
  readonly href: Href;
};

function Line({ tone, icon, lead, act, name, caseNumber = null, details, href }: LineProps) {
  return (
    <li className={styles.line} data-tone={tone}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <span>
          <strong>{name}</strong>
          {caseNumber !== null && <span className={`${styles.number} num`}> {caseNumber}</span>}
        </span>
        <span>
          <b className={styles.lead}>{lead}</b> {details}
        </span>
      </span>
      <ButtonLink href={href} variant="default">
        {act}
        <span className="visually-hidden">: {name}</span>
      </ButtonLink>
    </li>
  );
}

function othersWords(count: number): string {
  if (count === 0) return 'None of your consents is waiting for anybody.';
  return count === 1 ? '1 consent waits for somebody else.' : `${count} consents wait for others.`;
}
