import { detailedChoices } from '#domain/consents/choice-details.ts';
import { choiceAnswer, refusalLines } from '#domain/consents/choice-in-words.ts';
import { Button } from '@mantine/core';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { isInterpreted } from '#domain/consents/consent.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { Draft } from '../draft/draft.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

type Props = {
  readonly draft: Draft;
  readonly patientName: string;
  readonly onGo: (to: Pick<Missing, 'step' | 'path'>) => void;
};

/** The parts that do not belong to one procedure: what matters, choices, refusals, interpreter. */
export function ReviewFacts({ draft, patientName, onGo }: Props) {
  const changeAt = (step: BuilderStep, path: string, what: string) => (
    <Button size="sm" variant="subtle" onClick={() => onGo({ step, path })}>
      Change <span className="visually-hidden">{what}</span>
    </Button>
  );
  return (
    <Panel title={`${patientName}’s part`}>
      <DefinitionList
        items={[
          ...(deciderOf(draft.formType) === 'clinician'
            ? []
            : [
                {
                  term: 'What matters',
                  value: draft.mattersToMe === '' ? 'Nothing written yet; asked on the tablet' : draft.mattersToMe,
                  action: changeAt('matters', 'mattersToMe', 'what matters'),
                },
              ]),
          ...shownChoices(draft.formType, detailedChoices(draft)).map((choice) => ({
            term: choice.title,
            value: choiceAnswer(choice, 'staff', 'Asked on the tablet'),
          })),
          { term: 'Refusals', value: refusalLines(draft).join('; ') || 'None' },
          {
            term: 'Interpreter',
            value: interpreterWords(draft),
            action: changeAt('interpreter', 'interpreterNeeded', 'interpreter'),
          },
        ]}
      />
    </Panel>
  );
}

function interpreterWords(draft: Draft): string {
  const { interpreter, interpreterNoneReason: reason } = draft;
  if (draft.interpreterNeeded === null && interpreter === null) return 'Not said yet';
  if (!isInterpreted(draft)) return reason === '' ? 'Not needed' : `Not used, because: ${reason}`;
  if (interpreter === null || interpreter.name === '')
    return reason === '' ? 'Needed, not named yet' : `None, because: ${reason}`;
  return [interpreter.name, interpreter.language].filter((part) => part !== '').join(', ');
}
