/** The characters of the bytes 0x80 to 0x9F in windows-1252. Node 20 decodes them as controls; the five free places are controls. */
const UPPER_CONTROLS = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'];
const FIRST = 0x80;

export function decodeWindows1252(file: Buffer): string {
  return file
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/g, (control) => UPPER_CONTROLS[control.charCodeAt(0) - FIRST] ?? control);
}

/** The bytes of a text; undefined for one that the encoding does not have. */
export function encodeWindows1252(text: string): Buffer | undefined {
  const bytes = Array.from(text, (character) => {
    const upper = UPPER_CONTROLS.indexOf(character);
    return upper < 0 ? character.charCodeAt(0) : FIRST + upper;
  });
  return bytes.every((byte) => byte <= 0xff) ? Buffer.from(bytes) : undefined;
}
