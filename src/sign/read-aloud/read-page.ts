import { highlight } from './highlight.ts';
import { sentencesIn, type Sentence } from './sentences.ts';
import { localVoice } from './voices.ts';

/** Slower than speech among people: it is read to be understood. */
const RATE = 0.9;

type PageVoice = { readonly language: string; readonly notRead: (language: string) => string };

/**
 * Reads the page aloud sentence by sentence, each marked while it is read, only by voices of the device. A part in a language
 * without such a voice is left out, and the page's voice announces that; voices may also disappear meanwhile.
 *
 * @param spoken - the language of the page, which has a voice, and the announcement in place of a part without one
 * @param onEnd - `isCut`: the voice failed before the end of the page
 * @returns stops the reading
 */
export function readPage(page: Element, { language, notRead }: PageVoice, onEnd: (isCut: boolean) => void): () => void {
  let isStopped = false;
  const lines = withSkipped(sentencesIn(page), { language, notRead });
  const speak = (at: number) => {
    const line = lines[at];
    highlight(line?.sentence ?? null);
    if (line === undefined) return onEnd(false);
    // The voices of a device can change while it reads.
    const voices = speechSynthesis.getVoices();
    const own = localVoice(voices, line.language);
    const voice = own ?? localVoice(voices, language);
    if (voice === null) return end(true);
    const spoken = new SpeechSynthesisUtterance(own === null ? notRead(line.language) : line.text);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.rate = RATE;
    spoken.addEventListener('end', () => {
      if (!isStopped) speak(at + 1);
    });
    spoken.addEventListener('error', () => {
      if (!isStopped) end(true);
    });
    return speechSynthesis.speak(spoken);
  };
  const end = (isCut: boolean) => {
    isStopped = true;
    speechSynthesis.cancel();
    highlight(null);
    onEnd(isCut);
  };
  speechSynthesis.cancel();
  speak(0);
  return () => end(false);
}

type SpokenLine = { readonly text: string; readonly language: string; readonly sentence: Sentence };

/** The spoken text of each sentence; a part without a voice is announced once, at its first sentence. */
function withSkipped(sentences: readonly Sentence[], { language: pageLanguage, notRead }: PageVoice): SpokenLine[] {
  const voices = speechSynthesis.getVoices();
  const lines: SpokenLine[] = [];
  let skipped: string | null = null;
  for (const sentence of sentences) {
    const language = sentence.language || pageLanguage;
    const hasVoice = localVoice(voices, language) !== null;
    if (hasVoice) lines.push({ text: sentence.text, language, sentence });
    else if (skipped !== language) lines.push({ text: notRead(language), language: pageLanguage, sentence });
    skipped = hasVoice ? null : language;
  }
  return lines;
}
