/** The address of the list of what is not sent, or of one item of it. */
export function outboxHref(opId?: string): string {
  return opId === undefined ? '/outbox' : `/outbox?item=${opId}`;
}
