type Voice = Pick<SpeechSynthesisVoice, 'localService' | 'lang'>;

/** A voice of the device itself for a language, or null: other voices send the text to a server. */
export function localVoice<V extends Voice>(voices: readonly V[], language: string): V | null {
  const wanted = baseOf(language);
  return voices.find(({ localService, lang }) => localService && baseOf(lang) === wanted) ?? null;
}

/** `en` of `en-GB`, and of `en_GB` as Android writes it. */
function baseOf(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? '';
}
