/** Sentences of reading aloud: seen where there is no voice, and spoken where a part has none. */
export const readAloudTexts = {
  noVoice: 'This tablet has no voice to read aloud',
  noVoiceAtHome: 'This device has no voice to read aloud',
  notRead: (language: string) => `A part in ${language} is not read: there is no voice for it here.`,
};
