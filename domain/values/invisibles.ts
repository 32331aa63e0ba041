// Scripts whose letters join, or stack by a virama: Arabic to Sinhala, Tibetan, Burmese, those of South-East Asia, Mongolian, the
// presentation forms, the Brahmic ones beyond the first plane, and Adlam.
const JOINED =
  '(?!\\p{Default_Ignorable_Code_Point})[\\u0600-\\u0DFF\\u0F00-\\u109F\\u1700-\\u1AFF\\u1B00-\\u1CFF\\uA800-\\uABFF\\uFB50-\\uFDFF\\uFE70-\\uFEFC\\u{10A00}-\\u{11FFF}\\u{1E900}-\\u{1E95F}]';
const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';

/** Each invisible character, after those that stay: they are matched with the character before them. Safari before 16.4 has no lookbehind. */
const INVISIBLE = new RegExp(
  [
    // The flags of England, Scotland and Wales, before other emoji.
    `(\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}`,
    // A joiner changes the shape of the letter before it; a non-joiner parts two letters.
    `${JOINED}(?:\\u200D|\\u200C(?=${JOINED}))`,
    `${PICTURE}[\\uFE0E\\uFE0F]?(?:\\u200D(?=${PICTURE}))?`,
    '[#*0-9]\\uFE0F(?=\\u20E3)',
    // The shape of one letter in Mongolian, and of one character in names written in Han.
    '\\p{Script=Mongolian}[\\u180B-\\u180F]',
    '\\p{Script=Han}[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])',
    '([\\u115F\\u1160\\u2800\\u3164\\uFFA0])',
    '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]',
  ].join('|'),
  'gu',
);

/**
 * A name, number or address without the characters that nobody can see, which would hide it from searches and keep its owner out.
 * Joiners stay in scripts that need them, and variation selectors in emoji; fillers become the blanks that they look like.
 */
export function withoutInvisibles(text: string): string {
  return text.replace(
    INVISIBLE,
    (_, shaped: string | undefined, filler: string | undefined) => shaped ?? (filler === undefined ? '' : ' '),
  );
}
