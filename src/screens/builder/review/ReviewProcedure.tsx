import { Button } from '@mantine/core';
import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { frequencyText } from '#src/ui/clinical/frequency-text.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../parts/builder.module.css';
import { ANAESTHETIC_WORDS } from '#domain/library/anaesthetic-words.ts';

type Props = {
  readonly at: number;
  readonly chosen: ConsentProcedure;
  /** the one denominator of all the figures on this screen */
  readonly over: 100 | 1000;
  readonly onGo: (to: Pick<Missing, 'step' | 'path'>) => void;
};

/** One procedure for review: its side, its benefits, every risk with its frequency, and the alternatives. */
export function ReviewProcedure({ at, chosen, over, onGo }: Props) {
  const path = `procedures.${at}`;
  const planned = chosen.anaesthetic.map((each) => ANAESTHETIC_WORDS.get(each) ?? each).join(', ');
  return (
    <Panel
      title={procedureInWords(chosen)}
      actions={
        <Button variant="subtle" onClick={() => onGo({ step: 'procedure', path: `${path}.side` })}>
          Change <span className="visually-hidden">{chosen.procedureName}</span>
        </Button>
      }
    >
      <DefinitionList
        items={[
          { term: 'What it is', value: chosen.procedureDescription },
          { term: 'Anaesthetic', value: planned === '' ? 'None named' : planned },
          { term: 'What it is for', value: <Lines lines={chosen.benefits.map(({ text }) => text)} none="Nothing named" /> },
          {
            term: 'Risks',
            value: (
              <Lines
                lines={[...chosen.risks, ...chosen.personalRisks].map(
                  ({ name, frequency }) => `${name}: ${frequencyText(frequency, over)}`,
                )}
                none="None named"
              />
            ),
            action: (
              <Button size="sm" variant="subtle" onClick={() => onGo({ step: 'risks', path: `${path}.risks` })}>
                Change <span className="visually-hidden">risks</span>
              </Button>
            ),
          },
          ...(chosen.removedRisks.length === 0
            ? []
            : [
                {
                  term: 'Left out',
                  value: <Lines lines={chosen.removedRisks.map(({ name, reason }) => `${name}, because: ${reason}`)} none="" />,
                },
              ]),
          { term: 'What else can be done', value: <Lines lines={chosen.alternatives} none="Nothing named" /> },
          ...((chosen.sections ?? []).length === 0
            ? []
            : [
                {
                  term: 'More for the patient',
                  value: <Lines lines={(chosen.sections ?? []).map(({ title }) => title)} none="" />,
                },
              ]),
        ]}
      />
    </Panel>
  );
}

function Lines({ lines, none }: { readonly lines: readonly string[]; readonly none: string }) {
  if (lines.length === 0) return none;
  return (
    <ul className={styles.plainLines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
