import fc, { type Arbitrary } from 'fast-check';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { callerOf, type Caller } from '#tests/support/forms/builders.ts';
import { signatureAt } from '#tests/support/forms/signer-at.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { verdictOf, viewOf, type Desk } from './case-desk.ts';
import * as reference from './case-model.ts';
import { currentOf, type CaseModel, type ModelLink, type ModelSigner, type ModelVersion } from './case-shapes.ts';
import { expectSame, nowIn, signerAt, Step, versionAt, type Aim } from './case-step.ts';
import * as links from './link-model.ts';
import { newestMail, rowOfLink } from './link-rows.ts';

/** A link and one of its tokens, by numbers that are drawn before the case is known; the newest are drawn most. */
type LinkAim = { link: number; token: number };
type LinkAct = 'look' | 'sign' | 'decline';

/** Steps of links, with how often each is drawn. */
export function linkSteps(aim: Arbitrary<Aim>): [number, Arbitrary<Step>][] {
  const at = fc.record({ link: fc.nat(7), token: fc.nat(3) });
  const act = fc.constantFrom<LinkAct[]>('look', 'look', 'sign', 'sign', 'sign', 'decline');
  return [
    [2, sending(aim).map(sendLinkStep)],
    [1, at.map(openStep)],
    [3, fc.tuple(at, act).map(visitStep)],
    [2, fc.tuple(at, fc.constantFrom(1, 1, 2, 5)).map(wrongStep)],
    [1, fc.tuple(fc.nat(7), act).map(againStep)],
    [2, aim.map(endStep)],
    [2, fc.constantFrom(0, 1, 3, 14).map(remindStep)],
    [2, fc.constantFrom(0, 1, 14, 15).map(expireStep)],
  ];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A signer, and the way by which a link goes to them. */
export function sending(aim: Arbitrary<Aim>): Arbitrary<[Aim, 'EMAIL' | 'QR']> {
  return fc.tuple(aim, fc.constantFrom('EMAIL' as const, 'EMAIL' as const, 'QR' as const));
}

/** The acts of the holder of the newest link: right or wrong answers, or nothing for a while. */
export function afterSending(): Arbitrary<Step> {
  const at = fc.record({ link: fc.constant(0), token: fc.nat(3) });
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(at, fc.constantFrom<LinkAct[]>('look', 'sign', 'sign', 'decline')).map(visitStep) },
    { weight: 1, arbitrary: fc.tuple(at, fc.constantFrom(1, 4, 5)).map(wrongStep) },
    { weight: 2, arbitrary: fc.constantFrom(3, 7).map(remindStep) },
    { weight: 2, arbitrary: fc.constantFrom(13, 15).map(expireStep) },
  );
}

export function sendLinkStep([at, channel]: [Aim, 'EMAIL' | 'QR']): Step {
  return new Step(`${channel} to ${at.signer} of ${at.version}`, async (model, desk) => {
    // Codes go to the newest version alone.
    const version = channel === 'EMAIL' ? versionAt(model, at) : currentOf(model);
    const signer = signerAt(version, at);
    const place = { role: signer?.role ?? ('PATIENT' as const), signing_order: signer?.order ?? 9 };
    const [invite] = [{ signing_order: place.signing_order, channel: 'QR' as const }];
    const sending = async () => {
      if (channel === 'EMAIL') return void (await desk.staff.call('consentSendEmail', { consentID: version.id, ...place }));
      const [shown] = (await desk.staff.call('recordSendInvite', { id: desk.recordID, invites: [invite] })).data;
      return shown?.link?.url.split('/').at(-1);
    };
    const { code, answer } = await verdictOf(sending());
    const now = desk.app.clock.now();
    const judged = links.maySendLink(model, version, [signer, now]);
    // Several codes are sent at once, each with a result of its own, and none is refused as a call.
    if (channel === 'EMAIL') expectSame('link', code, judged);
    else expectSame('code', answer === undefined ? 'refused' : null, judged === null ? null : 'refused');
    if (judged !== null || signer === undefined) return;
    const { id, sentAt } = await rowOfLink(desk, { versionId: version.id, order: signer.order });
    const token = answer ?? (await newestMail(desk, id));
    links.sendLink(model, version, [signer, { id, channel, sentAt, tokens: [token], endsAt: links.endOf(channel, now) }]);
    await lookAgain(model, desk, [version, signer.order]);
  });
}

/** The button of a link is pressed. */
function openStep(at: LinkAim): Step {
  return linkStep(`button of link ${at.link}`, at, async ({ desk, link, token }) => {
    const { code } = await verdictOf(callerOf(desk.app).call('consentVerifyUser', { token }));
    expectSame('button', code, links.openLink(link, desk.app.clock.now()));
  });
}

/** The holder of a link proves their identity, and does one thing. */
function visitStep([at, act]: [LinkAim, LinkAct]): Step {
  return linkStep(`${act} by link ${at.link}`, at, async ({ model, desk, link, token }) => {
    const { code, answer } = await verdictOf(answerTo(desk, model, { link, token, isRight: true }));
    expectSame('right answer', code, links.answer(model, link, [true, desk.app.clock.now()]));
    if (answer === undefined) return;
    const endsAt = Math.min(desk.app.clock.now() + 30 * MINUTE, link.endsAt);
    model.tickets.push({ link, token: answer.ticket, endsAt, isEnded: false });
    await actWith(model, desk, [model.tickets.length - 1, act]);
  });
}

/** Wrong answers, one after another. */
function wrongStep([at, times]: [LinkAim, number]): Step {
  return linkStep(`${times} wrong by link ${at.link}`, at, async ({ model, desk, link, token }) => {
    for (let nth = 0; nth < times; nth += 1) {
      const { code } = await verdictOf(answerTo(desk, model, { link, token, isRight: false }));
      expectSame('wrong answer', code, links.answer(model, link, [false, desk.app.clock.now()]));
    }
  });
}

/** An earlier ticket of a link is used again, in any state of the link. */
function againStep([nth, act]: [number, LinkAct]): Step {
  return new Step(`${act} by ticket ${nth}`, async (model, desk) => {
    if (model.tickets.length > 0) await actWith(model, desk, [nth % model.tickets.length, act]);
  });
}

function endStep(at: Aim): Step {
  return new Step(`end of the link of ${at.signer} of ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const order = signerAt(version, at)?.order ?? 9;
    await desk.staff.call('recordEndLink', { consentID: version.id, signing_order: order });
    links.endLinksAt(model, version, { by: 'STAFF', order });
    await lookAgain(model, desk, [version, order]);
  });
}

function remindStep(days: number): Step {
  return new Step(`reminders after ${days} days`, async (model, desk) => {
    desk.app.clock.advance(days * DAY);
    const { due, mailed } = links.remind(model, desk.app.clock.now());
    await remindLinks(desk.app.deps);
    for (const link of due) link.remindedAt = (await rowOfLink(desk, link)).remindedAt;
    for (const link of mailed) link.tokens.push(await newestMail(desk, link.id));
  });
}

function expireStep(days: number): Step {
  return new Step(`ends of links after ${days} days`, async (model, desk) => {
    desk.app.clock.advance(days * DAY);
    await expireLinks(desk.app.deps);
    links.expire(model, desk.app.clock.now());
  });
}

type Held = { model: CaseModel; desk: Desk; link: ModelLink; token: string };

function linkStep(name: string, { link: nth, token: at }: LinkAim, act: (held: Held) => Promise<void>): Step {
  return new Step(name, async (model, desk) => {
    const link = model.links.at(-1 - (nth < 4 ? 0 : nth % Math.max(model.links.length, 1)));
    const token = link?.tokens[at % link.tokens.length];
    if (link !== undefined && token !== undefined) await act({ model, desk, link, token });
  });
}

/** An answer of the holder of a link: the truth, or another year of birth or code. */
async function answerTo(
  desk: Desk,
  model: CaseModel,
  { link, token, isRight }: { link: ModelLink; token: string; isRight: boolean },
): Promise<{ ticket: string }> {
  const nobody = callerOf(desk.app);
  const isInterpreter = model.kind === 'interpreted' && link.order === 3;
  if (isInterpreter) {
    const staffs = (await viewOf(desk, link.versionId)).links ?? [];
    const code = staffs.find(({ signing_order: order }) => order === link.order)?.code ?? '';
    return nobody.call('recordVerifyInterpreter', { id: token, name: 'DEMO interpreter', code: isRight ? code : `${code}1` });
  }
  const isChilds = model.kind === 'family' || model.kind === 'parents';
  const lastName = isChilds && link.order < 3 ? (link.order === 1 ? 'demo mother' : 'Demo-Father') : desk.patient.lastName;
  const dateOfBirth = isRight ? desk.patient.dateOfBirth : '1951-03-14';
  return nobody.call('recordVerifyPatient', { id: token, patientDetails: { dateOfBirth, lastName } });
}

/** A reader of the form by a link reads it again with the ticket from that link. */
async function lookAgain(model: CaseModel, desk: Desk, [{ id }, order]: [ModelVersion, number]): Promise<void> {
  const nth = model.tickets.findLastIndex(({ link }) => link.versionId === id && link.order === order);
  if (nth !== -1) await actWith(model, desk, [nth, 'look']);
}

/** Reads the form with a ticket, and does one thing; a dead one opens nothing. */
async function actWith(model: CaseModel, desk: Desk, [nth, act]: [number, LinkAct]): Promise<void> {
  const ticket = model.tickets[nth]!;
  const holder = callerOf(desk.app, ticket.token);
  const read = await verdictOf(holder.call('consentDetailsByToken', { token: ticket.token }));
  const now = desk.app.clock.now();
  const version = model.versions.find(({ id }) => id === ticket.link.versionId)!;
  const signer = version.signers.find(({ order }) => order === ticket.link.order)!;
  expectSame('ticket of a link', read.code, links.ticketFault(model, ticket, now));
  if (read.answer === undefined) return;
  ticket.endsAt = Math.min(now + 30 * MINUTE, ticket.link.endsAt);
  reference.openForm(signer);
  const details = ticketDetails(read.answer);
  if (act === 'sign') {
    const { code } = await verdictOf(holder.call('recordSign', signatureAt(details, { capturedAt: nowIn(desk) })));
    expectSame('signature by a link', code, reference.sign(model, version, [signer, { now: desk.app.clock.now() }]));
  }
  if (act === 'decline') await declineBy(desk, holder, { version, signer });
}

async function declineBy(
  desk: Desk,
  holder: Caller,
  { version, signer }: { version: ModelVersion; signer: ModelSigner },
): Promise<void> {
  const { code } = await verdictOf(holder.call('recordDecline', { consentID: version.id, reason: 'I want to wait' }));
  expectSame('no by a link', code, reference.decline(version, signer, desk.app.clock.now()));
}
