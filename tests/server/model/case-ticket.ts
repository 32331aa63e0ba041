import { callerOf } from '#tests/support/forms/builders.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { signatureAt } from '#tests/support/forms/signer-at.ts';
import { verdictOf } from './case-desk.ts';
import * as reference from './case-model.ts';
import { expectSame, nowIn, signerAt, Step, versionAt, type Aim } from './case-step.ts';

/** The acts of a signer on a handed-over device, each as often as it is listed. */
export const TICKET_ACTS = [
  'sign',
  'sign',
  'sign',
  'mark',
  'markWaiting',
  'decline',
  'later',
  'ask',
  'answers',
  'understand',
  'yesItIsMe',
  'notMe',
  'open',
] as const;
type Act = (typeof TICKET_ACTS)[number];

/** Hands a device over to a signer, who looks at the form and does one thing. */
export function ticketStep(at: Aim, act: Act): Step {
  return new Step(`${act} by ${at.signer} of ${at.version}`, async (model, desk) => {
    const version = versionAt(model, at);
    const signer = signerAt(version, at);
    const staff = desk.staff;
    const place =
      signer === undefined ? { role: 'PATIENT' as const, signing_order: 9 } : { role: signer.role, signing_order: signer.order };
    const started = await verdictOf(staff.call('consentSendToSign', { consentID: version.id, ...place }));
    expectSame('handover', started.code, reference.handOver(model, version, [signer]));
    if (started.answer === undefined || signer === undefined) return;
    const { ticket: token } = started.answer;
    const holder = callerOf(desk.app, token);
    const details = ticketDetails(await holder.call('consentDetailsByToken', { token }));
    reference.openForm(signer);
    const consentID = version.id;
    const isWitnessed = (act === 'mark' || act === 'markWaiting') && signer.role !== 'WITNESS';
    switch (act) {
      case 'open':
        return;
      case 'sign':
      case 'mark':
      case 'markWaiting': {
        const witness = act === 'mark' ? SIGNING_WITNESS : WAITING_WITNESS;
        const change = { capturedAt: nowIn(desk), ...(isWitnessed ? { method: 'MARK_WITNESSED' as const, witness } : {}) };
        const { code } = await verdictOf(holder.call('recordSign', signatureAt(details, change)));
        const how = act === 'mark' ? ('signs' as const) : ('waits' as const);
        expectSame(
          'signature',
          code,
          reference.sign(model, version, [signer, { now: desk.app.clock.now(), ...(isWitnessed ? { witness: how } : {}) }]),
        );
        return;
      }
      case 'decline': {
        const { code } = await verdictOf(holder.call('recordDecline', { consentID, reason: 'I want to wait' }));
        expectSame('no', code, reference.decline(version, signer, desk.app.clock.now()));
        return;
      }
      case 'later': {
        const { code } = await verdictOf(holder.call('recordLater', { consentID }));
        expectSame('more time', code, signer.state === 'SIGNED' ? 'ALREADY_SIGNED' : null);
        return;
      }
      case 'ask': {
        const asked = await verdictOf(holder.call('recordQuestion', { consentID, text: 'How long will it hurt?' }));
        expectSame('question', asked.code, signer.role === 'INTERPRETER' || signer.role === 'WITNESS' ? 'FORBIDDEN' : null);
        if (asked.answer === undefined) return;
        version.openQuestions += 1;
        desk.questions.set(consentID, [...(desk.questions.get(consentID) ?? []), asked.answer.data.id]);
        return;
      }
      case 'answers': {
        const { code } = await verdictOf(holder.call('recordAnswers', { consentID, mattersToMe: `My garden at ${nowIn(desk)}` }));
        const isAnySigned = version.signers.some(({ state }) => state === 'SIGNED');
        if (code === null) version.changes += 1;
        const decides = signer.role !== 'INTERPRETER' && signer.role !== 'WITNESS';
        expectSame('answers', code, decides ? (isAnySigned ? 'ALREADY_SIGNED' : null) : 'FORBIDDEN');
        return;
      }
      case 'understand': {
        // Not modelled: an answer may change nothing in the reference.
        const [asked] = details.extras?.understanding?.flatMap(({ questions }) => questions) ?? [];
        const decides = signer.role === 'PATIENT' || signer.role === 'PARENT' || signer.role === 'CHILD';
        expectSame('questions', asked === undefined ? 'NONE' : null, decides ? null : 'NONE');
        const answers = [{ id: asked?.id ?? consentID, option: 1 }];
        const { code } = await verdictOf(holder.call('recordUnderstanding', { consentID, answers }));
        expectSame('understanding', code, decides ? (signer.state === 'SIGNED' ? 'ALREADY_SIGNED' : null) : 'FORBIDDEN');
        return;
      }
      case 'yesItIsMe':
      case 'notMe': {
        const confirmed = act === 'yesItIsMe';
        const { code } = await verdictOf(holder.call('recordIdentity', { consentID, confirmed }));
        expectSame('identity', code, reference.identify(version, signer, confirmed));
      }
    }
  });
}

const SIGNING_WITNESS = { name: 'Demo Witness', role: 'Nurse', adult: true, method: 'TYPED', typedName: 'Demo Witness' } as const;
const WAITING_WITNESS = { name: 'Demo Witness', role: 'Nurse' };
