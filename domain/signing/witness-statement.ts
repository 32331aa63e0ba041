/** The sentence of somebody who witnesses a mark or a spoken agreement. @param signer - as the form names the signer */
export function witnessStatement(signer: string, method: 'MARK_WITNESSED' | 'VERBAL_WITNESSED'): string {
  return `I was there when ${signer} answered. I ${method === 'MARK_WITNESSED' ? 'saw the mark' : 'heard the words'}.`;
}
