/** The header by which every answer of this product is known, and its value: no portal and no gateway sends it. */
export const OUR_MARK = { header: 'x-app', value: 'consent' } as const;

/** Whether an answer bears the mark of this product. */
export function isOurAnswer(headers: Pick<Headers, 'get'>): boolean {
  return headers.get(OUR_MARK.header) === OUR_MARK.value;
}
