import './read-aloud.css';
import { readAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { ByLink, useTexts } from '#src/sign/texts/use-texts.ts';
import { useContext, useEffect, useReducer, useRef, useState } from 'react';
import { readPage } from './read-page.ts';
import { localVoice } from './voices.ts';

const speech = 'speechSynthesis' in globalThis ? speechSynthesis : undefined;

/** Reads the page aloud until another page is shown; on a device without a voice for it, a line that says so. */
export function ReadAloud({ page }: { readonly page: string }) {
  const words = useTexts();
  const isTablet = useContext(ByLink) === null;
  // The voices of a device may come late, and the language of the page may change: both are looked at anew.
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  const [isReading, setReading] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => {
    speech?.addEventListener('voiceschanged', lookAgain);
    return () => speech?.removeEventListener('voiceschanged', lookAgain);
  }, []);
  useEffect(() => () => stop.current(), [page]);
  if (!canRead()) return <span className="small">{isTablet ? readAloudTexts.noVoice : readAloudTexts.noVoiceAtHome}</span>;
  const toggle = () => {
    if (isReading) return stop.current();
    const body = document.querySelector('main .page-body');
    if (body === null) return;
    setReading(true);
    stop.current = readPage(body, document.documentElement.lang, () => {
      stop.current = () => {};
      setReading(false);
    });
  };
  return (
    <button type="button" className="quiet" aria-pressed={isReading} onClick={toggle}>
      {isReading ? words.stopReading : words.readAloud}
    </button>
  );
}

function canRead(): boolean {
  return localVoice(speech?.getVoices() ?? [], document.documentElement.lang) !== null;
}
