import { useEffect, useState } from 'react';

/** Whether this device has a voice of its own: no text may leave it to be spoken. */
export function useLocalVoice(): boolean {
  const [hasVoice, setHasVoice] = useState(false);
  useEffect(() => {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
    const look = () => setHasVoice(speech?.getVoices().some((each) => each.localService) ?? false);
    look();
    speech?.addEventListener('voiceschanged', look);
    return () => speech?.removeEventListener('voiceschanged', look);
  }, []);
  return hasVoice;
}
