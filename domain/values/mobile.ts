/** National part of a mobile number of the United Kingdom, ten digits: 070 are personal numbers and 076 pagers, beside 07624 of the Isle of Man (Ofcom, National Telephone Numbering Plan). */
const NATIONAL = /^7(?:[1-5789]\d{8}|624\d{6})$/;

/** A mobile number of the United Kingdom as networks write it, `+447700900123`; null for any other text. */
export function mobileOf(text: string | null): string | null {
  if (text === null) return null;
  const digits = text.replaceAll(/[\s().-]/g, '');
  const national = /^(?:\+44|0044|44)0?(\d{10})$/.exec(digits)?.[1] ?? /^0(\d{10})$/.exec(digits)?.[1];
  return national !== undefined && NATIONAL.test(national) ? `+44${national}` : null;
}
