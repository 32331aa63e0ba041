/** The question before an editor is left whose words this tablet has stored. */
export const STORED =
  'What you typed here has not been saved. It stays on this tablet, for you alone, until you come back and save or discard it.';
