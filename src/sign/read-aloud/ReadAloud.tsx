import './read-aloud.css';
import { ByLink, useTexts } from '#src/sign/texts/use-texts.ts';
import { useContext, useEffect, useRef, useState } from 'react';
import { readPage } from './read-page.ts';
import { localVoice } from './voices.ts';
import { useTranslation } from '#src/sign/texts/reading-language.ts';
import { readAloudTexts, type ReadAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';

type ReadAloudProps = {
  readonly page: string;
  readonly language: string;
  /** the device's own */
  readonly voices: readonly SpeechSynthesisVoice[];
};

/** Reads the page aloud until another page or language is shown; on a device without a voice for it, a line that says so. */
export function ReadAloud({ page, language, voices }: ReadAloudProps) {
  const words = useTexts();
  const aloud = useReadAloudTexts();
  const isTablet = useContext(ByLink) === null;
  const [isReading, setReading] = useState(false);
  const [isCut, setCut] = useState(false);
  const stop = useRef(() => {});
  useEffect(
    () => () => {
      stop.current();
      setCut(false);
    },
    [page, language],
  );
  const noVoice = (
    <span className="small" role={isCut ? 'status' : undefined}>
      {isTablet ? aloud.noVoiceOnTablet : aloud.noVoice}
    </span>
  );
  // A voice that failed may be gone without an event.
  if (localVoice(isCut ? speechSynthesis.getVoices() : voices, language) === null) return noVoice;
  const toggle = () => {
    if (isReading) return stop.current();
    const body = document.querySelector('main .page-body');
    if (body === null) return;
    setReading(true);
    setCut(false);
    stop.current = readPage(body, { language, notRead: aloud.notRead }, (wasCut) => {
      stop.current = () => {};
      setReading(false);
      setCut(wasCut);
    });
  };
  return (
    <>
      <button type="button" className="quiet" aria-pressed={isReading} onClick={toggle}>
        {isReading ? words.stopReading : words.readAloud}
      </button>
      {isCut && noVoice}
    </>
  );
}

/** The sentences about voices in the language that is read. */
function useReadAloudTexts(): ReadAloudTexts {
  return useTranslation()?.readAloud ?? readAloudTexts;
}
