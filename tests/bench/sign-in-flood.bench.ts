import { testBesideFloods, type Attempt } from './flood.ts';

testBesideFloods('sign-ins', { attempt: wrongSignIn, prepare: async () => null, meanwhile: async () => null });

/** A sign-in with a wrong password, each of another account. */
function wrongSignIn(origin: string): Attempt {
  return (sender, nth) =>
    fetch(`${origin}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sender },
      body: JSON.stringify({ email: `flood-${nth}@demo.nhs.uk`, password: 'Wrong2026!' }),
    });
}
