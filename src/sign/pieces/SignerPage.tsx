import { useEffect, useRef, type ReactNode } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { Problems } from './Problems.tsx';

export type SignerPageProps = {
  /** The question or heading; it is also the tab's title, unless it contains a name. */
  readonly h1: string;
  /** The tab's title beside a heading with a name. */
  readonly title?: string;
  /** Whether the heading stays English on a page in another language. */
  readonly isEnglish?: boolean;
  /** `Step 2 of 9` */
  readonly step?: string | undefined;
  readonly onBack?: (() => void) | undefined;
  /** A call is running: Back waits for it. */
  readonly isBusy?: boolean;
  readonly problems?: readonly SignerCallProblem[];
  readonly children?: ReactNode;
  /** A page with a layout of its own. */
  readonly layout?: 'sign' | 'end';
  /** The buttons that lead on, at the foot of the page. */
  readonly actions?: ReactNode;
};

let isFirst = true;

/** One page: Back, step, heading, content, and the buttons that lead on. A new page moves the focus to its heading. */
export function SignerPage({
  h1,
  title = h1,
  isEnglish,
  step,
  onBack,
  isBusy = false,
  problems = [],
  children,
  layout,
  actions,
}: SignerPageProps) {
  const words = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${problems.length > 0 ? words.errorTitle : ''}${title} – ${words.title}`;
  }, [title, problems, words]);
  useEffect(() => {
    scrollTo(0, 0);
    // The first page is read from its top, by eye and by screen reader.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [h1]);
  return (
    <main className={layout === undefined ? 'page' : `page ${layout}`}>
      <div className="page-body">
        {onBack !== undefined && (
          <button type="button" className="back" aria-disabled={isBusy} onClick={onBack}>
            {words.back}
          </button>
        )}
        {problems.length > 0 && <Problems problems={problems} />}
        {step !== undefined && <p className="step">{step}</p>}
        <h1 ref={heading} tabIndex={-1} {...(isEnglish && ENGLISH)}>
          {h1}
        </h1>
        {children}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </main>
  );
}
