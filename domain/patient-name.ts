/** A patient as said on a screen's identity bar: `DEMO-ROWAN, Amber`; a one-word name is the last name alone. */
export function formalName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const family = lastName.toLocaleUpperCase('en-GB');
  return firstName === '' ? family : `${family}, ${firstName}`;
}

/** A patient as spoken to: `Amber Demo-Rowan`. */
export function spokenName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return firstName === '' ? lastName : `${firstName} ${lastName}`;
}
