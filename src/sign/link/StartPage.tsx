import { useMemo, useState, type ReactNode } from 'react';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { DoorIcon, type DoorIconName } from './DoorIcon.tsx';
import { HelperPage, NotMinePage } from './DoorPages.tsx';

type StartPageProps = {
  readonly bare: BareLink;
  /** no answer came to the button */
  readonly isSilent: boolean;
  readonly isBusy: boolean;
  /** The one act that tells the hospital that somebody has opened the link. */
  readonly onStart: () => void;
};

/** First page of a link: who asks whom for what, until when, and how to find out whether it is real. It names nobody, for whoever finds the mail. */
export function StartPage({ bare, isSilent, isBusy, onStart }: StartPageProps) {
  const [side, setSide] = useState<'notMine' | 'helper' | null>(null);
  const { start } = useLinkTexts();
  const { silence, date } = useTexts();
  const problems = useMemo(() => (isSilent ? [{ message: silence }] : []), [isSilent, silence]);
  const onBack = () => setSide(null);
  if (side === 'notMine') return <NotMinePage bare={bare} onBack={onBack} />;
  if (side === 'helper') return <HelperPage bare={bare} onBack={onBack} />;
  const { patientInitial: initial, support, caseNumber, until } = bare;
  // The own page is for those who have answered already.
  const isUnanswered = bare.purpose !== 'PAGE';
  const isInterpreter = bare.needs.includes('code');
  return (
    <SignerPage
      h1={start.h1(bare.organisation.name)}
      problems={problems}
      actions={
        <>
          <Onward onClick={onStart} label={start.start} isBusy={isBusy} />
          <div className="door-sides">
            <button type="button" className="button" onClick={() => setSide('notMine')}>
              {start.notMine}
            </button>
            <button type="button" className="button" onClick={() => setSide('helper')}>
              {start.helping}
            </button>
          </div>
        </>
      }
    >
      <p>
        {initial !== '' && `${start.about(initial)} `}
        {isUnanswered && !isInterpreter && start.please}
      </p>
      <ul className="door">
        {isUnanswered && !isInterpreter && (
          <>
            <Fact icon="people" words={start.who} />
            <Fact icon="words" words={start.why} />
            <Fact icon="time" words={start.time} />
          </>
        )}
        {until !== undefined && <Fact icon="day" words={start.until(date(until))} />}
        <Fact icon="lock" words={isInterpreter ? start.firstInterpreter : start.first} />
      </ul>
      <p className="door-real">
        <DoorIcon name="shield" />
        <span>
          <strong>{start.isItReal}</strong> {start.ring(support)}{' '}
          {caseNumber !== undefined && <Strong words={start.say(caseNumber)} />}
        </span>
      </p>
    </SignerPage>
  );
}

function Fact({ icon, words }: { readonly icon: DoorIconName; readonly words: string }) {
  return (
    <li>
      <DoorIcon name={icon} />
      <span>
        <Strong words={words} />
      </span>
    </li>
  );
}

/** The words between stars are the strong ones. */
function Strong({ words }: { readonly words: string }): ReactNode {
  return words.split('*').map((part, at) => (at % 2 === 1 ? <strong key={part}>{part}</strong> : part));
}
