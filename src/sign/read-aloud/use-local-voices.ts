import { useEffect, useState } from 'react';

/** The voices of the device itself: no text may leave it to be spoken. They may come late. */
export function useLocalVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
    const look = () => setVoices(speech?.getVoices().filter((each) => each.localService) ?? []);
    look();
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, []);
  return voices;
}
