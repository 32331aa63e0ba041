import { languageName } from '#domain/language-name.ts';
import { readAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { highlight } from './highlight.ts';
import { sentencesIn, type Sentence } from './sentences.ts';
import { localVoice } from './voices.ts';

/** Slower than speech among people: it is read to be understood. */
const RATE = 0.9;

/**
 * Reads the page aloud sentence by sentence, each marked while it is read, by voices of the device alone. A part in a language without
 * such a voice is left out, and the voice of the page says so.
 *
 * @param language - of the page, for which there is a voice
 * @returns stops the reading
 */
export function readPage(page: Element, language: string, onEnd: () => void): () => void {
  let isStopped = false;
  const lines = withSkipped(sentencesIn(page), language);
  const speak = (at: number) => {
    const line = lines[at];
    highlight(line?.sentence ?? null);
    if (line === undefined) return onEnd();
    const spoken = new SpeechSynthesisUtterance(line.text);
    // The voices of a device can change while it reads.
    const voice = localVoice(speechSynthesis.getVoices(), line.language);
    if (voice === null) return stop();
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.rate = RATE;
    spoken.addEventListener('end', () => {
      if (!isStopped) speak(at + 1);
    });
    spoken.addEventListener('error', () => {
      if (!isStopped) stop();
    });
    return speechSynthesis.speak(spoken);
  };
  const stop = () => {
    isStopped = true;
    speechSynthesis.cancel();
    highlight(null);
    onEnd();
  };
  speechSynthesis.cancel();
  speak(0);
  return stop;
}

type SpokenLine = { readonly text: string; readonly language: string; readonly sentence: Sentence };

/** What is said for each sentence; of a part without a voice, its first sentence alone is announced. */
function withSkipped(sentences: readonly Sentence[], pageLanguage: string): SpokenLine[] {
  const voices = speechSynthesis.getVoices();
  const lines: SpokenLine[] = [];
  let skipped: string | null = null;
  for (const sentence of sentences) {
    const language = sentence.language || pageLanguage;
    const hasVoice = localVoice(voices, language) !== null;
    if (hasVoice) lines.push({ text: sentence.text, language, sentence });
    else if (skipped !== language)
      lines.push({ text: readAloudTexts.notRead(languageName(language)), language: pageLanguage, sentence });
    skipped = hasVoice ? null : language;
  }
  return lines;
}
