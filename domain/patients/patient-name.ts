/** The name of a patient on the identity bar: `DEMO-ROWAN, Amber`; a one-word name is the last name alone. */
export function formalName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const family = lastName.toLocaleUpperCase('en-GB');
  return firstName === '' ? family : `${family}, ${firstName}`;
}

/** The name by which a patient is addressed: `Amber Demo-Rowan`. */
export function spokenName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return firstName === '' ? lastName : `${firstName} ${lastName}`;
}
