type ReachProps = {
  readonly phone: string | null;
  readonly email: string;
  /** Whether this device may ring and write: not while a tablet is with a signer. */
  readonly canLeave: boolean;
};

/** How to reach a hospital: the telephone first. */
export function Reach({ phone, email, canLeave }: ReachProps) {
  return (
    <ul>
      {phone !== null && (
        <li>
          Telephone: <Phone number={phone} canRing={canLeave} />
        </li>
      )}
      <li>Email: {canLeave ? <a href={`mailto:${email}`}>{email}</a> : <bdi>{email}</bdi>}</li>
    </ul>
  );
}

/** A telephone number, which rings where it can. */
export function Phone({ number, canRing }: { readonly number: string; readonly canRing: boolean }) {
  const digits = /\+?[\d\s()-]+/.exec(number)?.[0].replaceAll(/[^\d+]/g, '') ?? '';
  return canRing && digits !== '' ? (
    <a href={`tel:${digits}`} dir="ltr">
      {number}
    </a>
  ) : (
    <bdi dir="ltr">{number}</bdi>
  );
}
