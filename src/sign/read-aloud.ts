import { useCallback, useEffect, useState } from 'react';

const speech = 'speechSynthesis' in globalThis ? speechSynthesis : undefined;

/**
 * Reads the page aloud, until another page, or another language, is shown.
 *
 * @returns null when the device has no local voice: no text may leave it to be spoken
 */
export function useReadAloud(page: string): { isReading: boolean; toggle: () => void } | null {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    const look = () => setVoice(ownVoice(speech?.getVoices() ?? [], document.documentElement.lang.slice(0, 2)));
    look();
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, [page]);
  useEffect(
    () => () => {
      speech?.cancel();
      setReading(false);
    },
    [page],
  );
  const toggle = useCallback(() => {
    speech?.cancel();
    if (isReading || voice === null) return setReading(false);
    const spoken = new SpeechSynthesisUtterance(document.querySelector<HTMLElement>('main .page-body')?.innerText ?? '');
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.rate = 0.9;
    spoken.onend = () => setReading(false);
    setReading(true);
    speech?.speak(spoken);
  }, [isReading, voice]);
  return voice === null ? null : { isReading, toggle };
}

/** A local voice for a language, or null: other voices send the text to a server. */
export function ownVoice<V extends Pick<SpeechSynthesisVoice, 'localService' | 'lang'>>(
  voices: readonly V[],
  language: string,
): V | null {
  return voices.find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language.toLowerCase())) ?? null;
}
