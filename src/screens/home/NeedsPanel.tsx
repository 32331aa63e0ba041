import { calls } from '#contract/calls.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { useOfflineSession } from '#src/offline/session.ts';
import { paths } from '#src/paths.ts';
import { useTeamNeeds, type NeedView, type useNeeds } from '#src/queries/needs.ts';
import { useBlocked, type UnsentItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import type { Href } from '#src/ui/href.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import type { Tone } from '#src/ui/theme/tone.ts';
import { heardWords, noNeedsTitle, readyWords, TAKING_NEEDS_NETWORK, UNHEARD_NEEDS } from './coming-words.ts';
import { firstRowsWords, isNothingForTeam, noTeamNeeds, TEAM_NEEDS_NETWORK } from './team-words.ts';
import { needDetails, needWords, takenWords } from './need-words.ts';
import { TakeNeed } from './TakeNeed.tsx';
import { useState, type ReactNode } from 'react';
import styles from './needs.module.css';

type NeedsPanelProps = {
  readonly needs: Pick<ReturnType<typeof useNeeds>, 'data' | 'isError' | 'error' | 'refetch'>;
  /** plain date */
  readonly today: string;
};

const SCOPES = [
  { value: 'mine', label: 'Mine' },
  { value: 'team', label: 'My team' },
] as const;
type Scope = (typeof SCOPES)[number]['value'];

/** The cases that need this person, or their team, sorted by harm; each line says why and carries its act by name, and who sees to it. */
export function NeedsPanel({ needs, today }: NeedsPanelProps) {
  const [scope, setScope] = useState<Scope>('mine');
  return scope === 'mine' ? (
    <OwnNeeds needs={needs} today={today} scopes={<Scopes scope={scope} onScope={setScope} />} />
  ) : (
    <TeamNeedsList today={today} scopes={<Scopes scope={scope} onScope={setScope} />} />
  );
}

function Scopes({ scope, onScope }: { readonly scope: Scope; readonly onScope: (next: Scope) => void }) {
  return <FilterChips label="Whose needs" options={SCOPES} value={scope} onChange={onScope} />;
}

type HeadProps = { readonly title: string; readonly scopes: ReactNode };

function Head({ title, scopes }: HeadProps) {
  return (
    <>
      <div className={styles.head}>
        <h2 id="needs-me">{title}</h2>
        <Link href={paths.consents.href}>All my consents</Link>
      </div>
      {scopes}
    </>
  );
}

function OwnNeeds({ needs, today, scopes }: NeedsPanelProps & Pick<HeadProps, 'scopes'>) {
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
      <Head title="Needs me" scopes={scopes} />
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
        <>
          <ul className={styles.card}>
            {blocked.map((item) => (
              <BlockedLine key={item.opId} item={item} />
            ))}
            {rows.map((row) => (
              <NeedLine key={row.recordID} row={row} when={{ zone: timeZone, today }} />
            ))}
          </ul>
          <TakingNeedsNetwork isOnline={isOnline} />
        </>
      )}
      {isKnown && count > 0 && (needs.data?.othersCount ?? 0) > 0 && (
        <p className={styles.quiet}>{othersWords(needs.data?.othersCount ?? 0)}</p>
      )}
    </section>
  );
}

/** The needs of everybody in this person's speciality: the server alone knows them. */
function TeamNeedsList({ today, scopes }: Pick<NeedsPanelProps, 'today'> & Pick<HeadProps, 'scopes'>) {
  const { timeZone } = useProduct();
  const isOnline = useOnline();
  const team = useTeamNeeds({ isWanted: isOnline });
  const found = isOnline ? team.data : undefined;
  return (
    <section className={styles.needs} aria-labelledby="needs-me" aria-busy={isOnline && found === undefined && !team.isError}>
      <Head title="Needs my team" scopes={scopes} />
      {!isOnline ? (
        <p className={styles.quiet}>{TEAM_NEEDS_NETWORK}</p>
      ) : team.isError ? (
        <QueryFailure failure={team.error} onRetry={() => void team.refetch()} />
      ) : found === undefined ? (
        <Skeleton card lines={5} />
      ) : found.rows.length === 0 ? (
        <EmptyState icon={isNothingForTeam(found) ? 'done' : 'info'} title={noTeamNeeds(found).title}>
          {noTeamNeeds(found).text}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.card}>
            {found.rows.map((row) => (
              <NeedLine key={row.recordID} row={row} when={{ zone: timeZone, today }} />
            ))}
          </ul>
          {found.isCut && <p className={styles.quiet}>{firstRowsWords(found.rows.length)}</p>}
        </>
      )}
    </section>
  );
}

function TakingNeedsNetwork({ isOnline }: { readonly isOnline: boolean }) {
  const mayTake = useMayTake();
  return isOnline || !mayTake ? null : <p className={styles.quiet}>{TAKING_NEEDS_NETWORK}</p>;
}

/** Whether this person may say that they see to a need. */
function useMayTake(): boolean {
  const held = useSession()?.user.permissions ?? [];
  return calls.recordTake.access.some((each) => held.includes(each));
}

function NeedLine({ row, when }: { readonly row: NeedView; readonly when: { readonly zone: string; readonly today: string } }) {
  const { tone, icon, lead, act } = needWords(row, when);
  const isOnline = useOnline();
  const mayTake = useMayTake();
  const me = useSession()?.user._id;
  const name = formalName(row.patient);
  return (
    <Line
      {...{ tone, icon, lead, act, name }}
      caseNumber={row.caseNumber}
      details={needDetails(row)}
      href={paths.record(row.recordID).href}
      taken={row.taken === null ? null : takenWords(row.taken, { ...when, me })}
      take={mayTake && isOnline && <TakeNeed row={row} name={name} />}
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
  /** in words, who sees to it */
  readonly taken?: string | null;
  readonly take?: ReactNode;
};

function Line({ tone, icon, lead, act, name, caseNumber = null, details, href, taken = null, take }: LineProps) {
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
        {taken !== null && <span className={`${styles.taken} num`}>{taken}</span>}
      </span>
      <span className={styles.acts}>
        {take}
        <ButtonLink href={href} variant="default">
          {act}
          <span className="visually-hidden">: {name}</span>
        </ButtonLink>
      </span>
    </li>
  );
}

function othersWords(count: number): string {
  if (count === 0) return 'None of your consents is waiting for anybody.';
  return count === 1 ? '1 consent waits for somebody else.' : `${count} consents wait for others.`;
}
