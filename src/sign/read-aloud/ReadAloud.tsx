import './read-aloud.css';
import { ByLink, useTexts } from '#src/sign/texts/use-texts.ts';
import { useContext, useEffect, useRef, useState } from 'react';
import { readPage } from './read-page.ts';
import { localVoice } from './voices.ts';

const speech = 'speechSynthesis' in globalThis ? speechSynthesis : undefined;

/** Reads the page aloud until another page is shown; on a device without a voice for it, a line that says so. */
export function ReadAloud({ page }: { readonly page: string }) {
  const words = useTexts();
  const isTablet = useContext(ByLink) === null;
  const [hasVoice, setHasVoice] = useState(canRead);
  const [isReading, setReading] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => {
    const look = () => setHasVoice(canRead());
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, []);
  useEffect(() => () => stop.current(), [page]);
  if (!hasVoice) return <span className="small">{`This ${isTablet ? 'tablet' : 'device'} has no voice to read aloud`}</span>;
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
