import { listedSideWords } from '#domain/cases/state-words.ts';
import { ageInWords, numbersInWords } from '#domain/patients/patient-words.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import { paths } from '#src/paths.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { LIGHT_WORDS } from '#src/ui/clinical/light-words.ts';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Link } from '#src/ui/Link.tsx';
import { MergedFromLine } from '#src/ui/clinical/MergedFromLine.tsx';
import { toneIcon } from '#src/ui/theme/tone.ts';
import { CaseDone } from './CaseDone.tsx';
import { isDoneRow, mayBeDone } from './done-rows.ts';
import styles from './lists.module.css';

/** A row whose operation was done is not one that may begin. */
const DONE_WORDS = { tone: 'plain', words: 'Done', icon: 'done' } as const;

type Props = {
  readonly of: TheatreCase;
  readonly today: string;
  /** whether this person may record its operation as done */
  readonly mayEnd: boolean;
};

/** One case: who, what and which side, what is refused, and its light with the reason. */
export function TheatreCaseRow({ of, today, mayEnd }: Props) {
  const { timeZone: zone } = useProduct();
  const { patient, procedures, refusals, interpreter, clinician, light, reason, onDay, date, openPoints = [] } = of;
  const { tone, words } = isDoneRow(of) ? DONE_WORDS : LIGHT_WORDS[light];
  const icon = isDoneRow(of) ? DONE_WORDS.icon : toneIcon[tone];
  return (
    <li className={styles.case} data-tone={tone}>
      <Link className={styles.row} data-tone={tone} href={paths.record(of.recordID).href}>
        <span className={styles.who}>
          <StrongLine>
            <bdi>{formalName(patient)}</bdi>
          </StrongLine>
          <QuietLine isNumber>
            {shortDate(patient.dateOfBirth)} · {ageInWords(patient.dateOfBirth, today)}
          </QuietLine>
          <QuietLine isNumber>{numbersInWords(patient)}</QuietLine>
          {of.caseNumber !== undefined && <QuietLine isNumber>{of.caseNumber}</QuietLine>}
          <MergedFromLine mergedFrom={of.mergedFrom} zone={zone} />
        </span>
        <span className={styles.what}>
          {procedures.length === 0 && <QuietLine>No procedure chosen yet</QuietLine>}
          {procedures.map((each, at) => (
            <span key={at} className={styles.line}>
              {each.procedureName}
              {listedSideWords(each) !== '' && <b className={styles.side}>{listedSideWords(each)}</b>}
            </span>
          ))}
          {refusals.length > 0 && <QuietLine>Refusals</QuietLine>}
          {refusals.map((each) => (
            <b key={each} className={styles.refused}>
              <Icon name="refused" /> {each}
            </b>
          ))}
          {openPoints.map((each) => (
            <b key={each} className={styles.line} data-tone="warn">
              <Icon name="warning" /> {each}
            </b>
          ))}
          {interpreter.needed && (
            <span className={styles.line} data-tone={interpreter.named ? undefined : 'warn'}>
              Interpreter: {interpreter.language}
              {!interpreter.named && ', nobody named'}
            </span>
          )}
          <QuietLine>{clinician.name}</QuietLine>
        </span>
        <span className={styles.light} data-tone={tone}>
          <b>
            <Icon name={icon} /> {words}
          </b>
          <QuietLine>{reason}</QuietLine>
          {onDay !== null && onDay.reason !== reason && !(onDay.light === light && of.isForetold === true) && (
            <QuietLine>
              On {shortDate(date)}: {LIGHT_WORDS[onDay.light].words.toLowerCase()}, {onDay.reason}
            </QuietLine>
          )}
        </span>
      </Link>
      {mayEnd && mayBeDone(of, today) && (
        <span className={styles.done}>
          <CaseDone of={of} />
        </span>
      )}
    </li>
  );
}
