import type { OwnFormLine } from '#contract/after-signing.ts';
import { Problems } from '#src/sign/pieces/Problems.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { OwnForms } from './use-own-forms.ts';

/** The other forms of whoever has come back, each to be opened; nothing where there are none, or none are known. */
export function OtherForms({ forms, open, isBusy, problems }: OwnForms) {
  const { forms: texts } = useLinkTexts();
  const words = useTexts();
  if (forms.length === 0) return null;
  return (
    <section>
      <h2>{texts.h2}</h2>
      {problems.length > 0 && <Problems problems={problems} />}
      <ul className="other-forms">
        {forms.map(({ consentID, caseNumber, status, day }) => (
          <li key={consentID}>
            <button type="button" className="button" aria-disabled={isBusy} onClick={() => open(consentID)}>
              <bdi>{caseNumber}</bdi> · {words.date(day)} · {texts.states[stateOf(status)]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(status: OwnFormLine['status']): 'signed' | 'withdrawn' | 'declined' | 'replaced' | 'answered' {
  switch (status) {
    case 'SIGNED':
      return 'signed';
    case 'WITHDRAWN':
      return 'withdrawn';
    case 'DECLINED':
      return 'declined';
    case 'SUPERSEDED':
      return 'replaced';
    default:
      return 'answered';
  }
}
