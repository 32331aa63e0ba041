import { Button } from '@mantine/core';
import { NO_FIGURE, formatFrequency } from '#domain/library/frequency.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { figureNote } from '#src/ui/clinical/frequency-text.ts';
import { FrequencyLine } from '#src/ui/clinical/FrequencyLine.tsx';
import { IconArray } from '#src/ui/clinical/IconArray.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import builder from '../parts/builder.module.css';
import styles from './RiskRow.module.css';

type Props = {
  readonly risk: Risk;
  readonly over: 100 | 1000;
  /** "core", "this patient" */
  readonly tag: string | null;
  readonly leftOut?: boolean;
  /** Why a core risk was left out. */
  readonly reason?: string | null;
  readonly canPutBack?: boolean;
  readonly onLeaveOut: () => void;
  readonly onPutBack?: () => void;
  readonly onEdit?: () => void;
};

/** One risk as `<li>`: pictogram, name, frequency, source; struck through with its reason when it is left out. */
export function RiskRow({
  risk,
  over,
  tag,
  leftOut = false,
  reason = null,
  canPutBack = false,
  onLeaveOut,
  onPutBack,
  onEdit,
}: Props) {
  const formatted = risk.frequency === null ? null : formatFrequency(risk.frequency, over);
  const source = [risk.source, risk.year, risk.population].filter((part) => part !== null).join(', ');
  return (
    <li className={styles.row} data-left-out={leftOut || undefined}>
      <div className={styles.picture}>
        {formatted !== null && formatted.total > 0 && !leftOut && (
          <IconArray count={formatted.filled} total={formatted.total} label={formatted.words} />
        )}
      </div>
      <div className={styles.words}>
        <h3 className={leftOut ? builder.struck : undefined}>{risk.name}</h3>
        {leftOut ? (
          <p className={builder.small}>{reason === null ? 'Left out' : `Left out, because: ${reason}`}</p>
        ) : (
          <>
            {risk.text !== '' && <p className={styles.text}>{risk.text}</p>}
            {formatted === null ? (
              <p>{NO_FIGURE}</p>
            ) : (
              <FrequencyLine
                figure={formatted.words}
                word={formatted.word}
                note={figureNote(formatted)}
                source={source === '' ? 'no source given' : source}
              />
            )}
          </>
        )}
      </div>
      <div className={styles.side}>
        {tag !== null && <StateChip tag>{tag}</StateChip>}
        {onEdit !== undefined && (
          <Button size="sm" px="xs" variant="subtle" onClick={onEdit} aria-label={`Change ${risk.name}`}>
            Change
          </Button>
        )}
        {(!leftOut || canPutBack) && (
          <Button
            size="sm"
            px="xs"
            variant="subtle"
            onClick={leftOut ? onPutBack : onLeaveOut}
            aria-label={`${leftOut ? 'Put back' : 'Leave out'} ${risk.name}`}
          >
            {leftOut ? 'Put back' : 'Leave out'}
          </Button>
        )}
      </div>
    </li>
  );
}
