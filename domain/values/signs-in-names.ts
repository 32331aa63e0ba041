/**
 * Every dash, minus and hyphen that stands in names and numbers, as the inside of a character class of a regular expression with the flag
 * `u`: keyboards, word processors and files write one for another.
 */
export const DASHES = String.raw`\p{Pd}\u2212\u2043\u2027`;

/**
 * Every sign that is written for an apostrophe, as {@link DASHES} is: quotation marks, accents without a letter, primes, the letters of
 * transliterations, the Hebrew geresh and the Armenian apostrophe.
 */
export const APOSTROPHES =
  String.raw`'‘’‛\u02B9-\u02BF\u02C8\u055A\u05F3\u1FBD\u1FBF\u1FEF\u1FFD\u1FFE\u2032\u2035\uA78B\uA78C\uFF07\uFF40` + '`´';
