import { formalName } from '#domain/patients/patient-name.ts';
import { longTime, shortDate } from '#domain/values/plain-date.ts';
import { listedSideWords } from '#domain/cases/state-words.ts';
import { SHEET_CLASH_WORDS, SHEET_OPEN } from '#domain/theatre/theatre-sheet.ts';
import type { SheetRow as Row } from '#src/queries/theatre-sheet.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { MergedFromLine } from '#src/ui/clinical/MergedFromLine.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import {
  LINE_STATES,
  lineState,
  namesWords,
  sheetOutcomeWords,
  reportWords,
  type ClashAnswer,
  type ClashAnswers,
} from './sheet-lines.ts';
import styles from './sheet.module.css';

type Props = {
  readonly row: Row;
  readonly answers: ClashAnswers;
  readonly timeZone: string;
  readonly onAnswer: (answer: ClashAnswer) => void;
};

/** One row of a sheet: whose it is by its code, what it says, and what stands in its way. */
export function TheatreSheetRow({ row, answers, timeZone, onAnswer }: Props) {
  const state = lineState(row, answers);
  const { tone, words } = LINE_STATES[state];
  const { shown, value, errors, clash } = row;
  return (
    <li className={styles.row} data-tone={tone === 'stop' || state === 'ASK' ? tone : undefined}>
      <div className={styles.head}>
        <div>
          <StrongLine>{shown === null ? `Row ${row.row}` : <bdi>{formalName(shown.patient)}</bdi>}</StrongLine>
          {shown === null ? (
            <QuietLine isNumber>{row.code === '' ? 'No code' : `Code ${row.code}`}</QuietLine>
          ) : (
            <>
              <QuietLine isNumber>
                Born {shortDate(shown.patient.dateOfBirth)} · row {row.row}
              </QuietLine>
              <MergedFromLine mergedFrom={shown.mergedFrom} zone={timeZone} />
              {shown.procedures.map((each, at) => (
                <QuietLine key={at}>
                  {each.procedureName} <b className={styles.side}>{listedSideWords(each)}</b>
                </QuietLine>
              ))}
            </>
          )}
        </div>
        <StateChip tone={tone}>{words}</StateChip>
      </div>
      <p className={styles.said}>
        <strong>{sheetOutcomeWords(value.outcome) || 'No outcome'}</strong>
        <span className="num">{row.at === null ? value.time : longTime(row.at, timeZone)}</span>
        {value.signer !== '' && <span>{value.signer}</span>}
      </p>
      {(['clinician', 'interpreter', 'note'] as const).map(
        (field) =>
          value[field] !== '' && (
            <QuietLine key={field}>
              {SHEET_OPEN[field].heading}: {value[field]}
            </QuietLine>
          ),
      )}
      {errors.map(({ path, message }) => (
        <p key={path} className={styles.fault}>
          {message}
        </p>
      ))}
      {clash !== null && errors.length === 0 && !row.isThere && (
        <div className={styles.clash}>
          {row.before.map((each) => (
            <p key={each.at} className="num">
              Here already: {reportWords(each, timeZone)}. Brought back by {each.by}.
            </p>
          ))}
          {namesWords(row) !== '' && <p>{namesWords(row)}</p>}
          <ChoiceCards
            id={`clash-${row.row}`}
            label={`${SHEET_CLASH_WORDS[clash]}. Does this row count?`}
            choices={[
              { value: 'TAKE', label: 'Yes, save it as well' },
              { value: 'LEAVE', label: 'No, leave it out' },
            ]}
            value={answers.get(row.row) ?? null}
            onChange={onAnswer}
          />
        </div>
      )}
    </li>
  );
}
