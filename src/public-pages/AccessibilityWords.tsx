import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { BUILD, BUILD_DATE } from '#domain/base/build.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import {
  ACCESSIBILITY_ANSWER_DAYS,
  ACCESSIBILITY_BODIES,
  ACCESSIBILITY_LIMITS,
} from '#domain/organisation/accessibility-limits.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { Reach } from './Reach.tsx';

type AccessibilityWordsProps = {
  /** null while it is not known: the statement itself is part of the app */
  readonly organisation: PublicOrganisation | null;
  /** Whether other sites can be opened from this page: not while a tablet is with a signer. */
  readonly canLeave: boolean;
};

/** The accessibility statement: what is met, what is not and what to do instead, and whom to tell. */
export function AccessibilityWords({ organisation, canLeave }: AccessibilityWordsProps) {
  const { advice, enforcement } = ACCESSIBILITY_BODIES;
  return (
    <>
      <p>
        These pages are meant for everybody. You can make the letters larger, use the keyboard alone, and have the pages read by a
        screen reader. They follow the contrast and the movement that your device asks for.
      </p>
      <h2>How accessible they are</h2>
      <p>
        They comply in part with the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, because of what is listed here.
      </p>
      {ACCESSIBILITY_LIMITS.map(({ criterion, what, where, since, instead }) => (
        <section key={criterion}>
          <h3>{criterion}</h3>
          <p>{what}</p>
          <p>Where: {where}</p>
          <p>Instead: {instead}</p>
          <p>Known since {longDate(since)}.</p>
        </section>
      ))}
      <h2>Tell us</h2>
      <p>
        If you cannot use a page, or need it in another form, tell {organisation === null ? 'the hospital' : organisation.name}.
        You get an answer within {numberWord(ACCESSIBILITY_ANSWER_DAYS)} working days.
      </p>
      {organisation !== null && <Reach phone={organisation.phone} email={organisation.accessibilityEmail} canLeave={canLeave} />}
      <h2>If the answer does not help</h2>
      <p>
        The {enforcement.name} enforces {enforcement.law}. For advice turn to the{' '}
        {canLeave ? (
          <a href={advice.url} target="_blank" rel="noopener noreferrer">
            {advice.name}
          </a>
        ) : (
          advice.name
        )}
        .
      </p>
      <h2>About this statement</h2>
      <p>
        It is about version {BUILD} of {longDate(BUILD_DATE)}. The pages are tested at each change by a program (axe), on a tablet
        and on a phone, in light and dark.
      </p>
    </>
  );
}
