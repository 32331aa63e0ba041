import { randomBytes } from 'node:crypto';
import { callerOf, inked, reachedAt, sent, type Caller, type Reached } from '#tests/support/forms/builders.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { asking, testBesideFloods, type Attempt } from './flood.ts';

/** Patients who sign by a link, from the address of the flood. */
const PATIENTS = 50;

testBesideFloods('tokens that nobody has', {
  attempt: strangeToken,
  prepare: linksOf,
  meanwhile: async (origin, links, address) => {
    const signed = await signAll(origin, links, address);
    return {
      line: 'patients who sign by their links from the same address',
      now: `${signed} of ${PATIENTS}`,
      aim: `${PATIENTS} of ${PATIENTS}`,
      isHeld: signed === PATIENTS,
    };
  },
});

/** A token that nobody has, by each of the calls that take one. */
function strangeToken(origin: string): Attempt {
  return (sender, nth) => {
    const token = `l_${randomBytes(32).toString('base64url')}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': sender };
    if (nth % 3 === 0) return fetch(`${origin}/api/consent/details-by-token/${token}`, { headers });
    const isFirst = nth % 3 === 1;
    const patientDetails = { dateOfBirth: '1950-03-14', lastName: 'Nobody' };
    return fetch(`${origin}/api/${isFirst ? 'consent/verify-user' : 'record/verifyPatient'}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(isFirst ? { token } : { id: token, patientDetails }),
    });
  };
}

type Link = { readonly token: string; readonly dateOfBirth: string; readonly lastName: string };

/** Links of as many patients as sign. */
async function linksOf(origin: string): Promise<Link[]> {
  const wired = reachedAt(origin, { fetch: asking });
  const { token } = await callerOf(wired).call('userLogin', { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' });
  const staff = callerOf(wired, token);
  const links: Link[] = [];
  for (let nth = 0; nth < PATIENTS; nth += 1) links.push(await linkOf(staff));
  return links;
}

async function linkOf(staff: Caller): Promise<Link> {
  const { recordID, shownPatient } = await sent(staff);
  const { data } = await staff.call('recordSendInvite', { id: recordID, invites: [{ signing_order: 1, channel: 'QR' }] });
  const { dateOfBirth, lastName } = shownPatient!;
  return { token: data[0]?.link?.url.split('/').at(-1) ?? '', dateOfBirth, lastName };
}

/** @returns how many have signed */
async function signAll(origin: string, links: readonly Link[], address: string): Promise<number> {
  const from: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': address } });
  const wired = reachedAt(origin, { fetch: from });
  let signed = 0;
  for (const link of links) if (await signBy(wired, link)) signed += 1;
  return signed;
}

async function signBy(wired: Reached, { token, dateOfBirth, lastName }: Link): Promise<boolean> {
  try {
    const nobody = callerOf(wired);
    await nobody.call('consentVerifyUser', { token });
    const { ticket } = await nobody.call('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth, lastName } });
    const holder = callerOf(wired, ticket);
    const data = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
    await holder.call('recordSign', inked(data, { capturedAt: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}
