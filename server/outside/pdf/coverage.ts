/** Thrown instead of drawing a box where a character should be: a record may not lose a letter of a name. */
export class UnshowableText extends Error {
  override name = 'UnshowableText';
  readonly characters: readonly string[];

  constructor(characters: readonly string[]) {
    super('The document holds characters that no font can show.');
    this.characters = characters;
  }
}
