/** Words that a clinician has said to the patient, or that stand on the form: no plainer one says the same. */
const CLINICAL = new Set(
  `anaesthetic appendicitis appendix caesarean cataract clinician clinicians diabetic general hernia hospital interpreter
  macular regional sedation transfusion`.split(/\s+/),
);

/** Syllables of one English word: its groups of vowels, without a silent e. A clinical word counts as one. */
export function syllablesIn(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (letters === '' || CLINICAL.has(letters)) return 1;
  const spoken = letters.replace(/(?:[^laeiouy]|[aeiouy]l)e[sd]?$/, (end) =>
    /[td]ed$|(?:[scgxz]|[cs]h)es$/.test(end) ? end : end.replace(/e/, ''),
  );
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}

const wordsIn = (text: string) => text.split(/[\s–-]+/).filter((word) => /[a-z0-9]/i.test(word));

/** The sentences of a text, without labels: fewer than four words are no sentence. A semicolon or colon ends one. */
export function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?;:])\s+/).filter((sentence) => wordsIn(sentence).length >= 4);
}

/** The Flesch-Kincaid grade of some sentences: years at school that a reader needs. */
export function readingGrade(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsIn);
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}
