import { ticksOnPaper } from '#tests/support/forms/ticks-on-paper.ts';
import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { statementFor } from '#domain/consents/statements.ts';
import type { VersionMove } from '#server/work/cases/followers.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { draft, handOver, inked, sent, signAll, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, anotherParent, aParent, draft2, family2, form2, sent2 } from '#tests/support/forms/form-2.ts';
import { NEW_PEOPLE } from '#tests/support/forms/invited.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { everybody } from '#tests/server/work/paper/paper-desk.ts';
import { filled, sheetDesk } from '#tests/server/work/theatre/sheet-desk.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { moveDesk } from './move-desk.ts';

type Case = { readonly recordID: string; readonly consentID: string };
/** A case before a move, and the move. */
export type Walk = () => Promise<readonly [Case, () => Promise<unknown>]>;

const reason = 'A reason';
const parents = () => [aParent({ emailAddress: 'mother@example.org' }), anotherParent()];

type Around = {
  /** the clinician, as of now */
  readonly staff: () => Caller & { token: string };
  /** signs in again: the clock of the tests goes on by days */
  readonly renewSession: () => Promise<void>;
};

/** One or more ways to each move of a version, by the move. */
export function moveWalks(app: TestApp, { staff, renewSession }: Around) {
  const { upload, present, inEverybodysHands, sendAgain, signAsClinician } = moveDesk(app, staff);
  const sheet = sheetDesk(app, staff);

  /** A signed version, sealed unless told. @param patientID - absent: of a new patient */
  async function signedForm(isSealed = true, patientID?: string) {
    const form = await inEverybodysHands(patientID === undefined ? {} : { patientID });
    await form.holder.sign();
    await signAsClinician(form);
    if (isSealed) await app.doJobs();
    return form;
  }

  async function confirm(form: Case) {
    const { formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason } = await present(form);
    const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
    const patientName = spokenName(shownPatient!);
    return staff().call(
      'recordConfirm',
      {
        consentID: form.consentID,
        statement: statementFor('CONFIRMER', { formType, procedures, patientName, interpreting }),
        typedName: 'Demo Clinician',
        answers: { sideRight: true, somethingNew: false, questions: false, stillWanted: true },
        capturedAt: new Date(app.clock.now()).toISOString(),
      },
      randomUUID(),
    );
  }

  const linksEnd = async () => {
    app.clock.advance(14 * DAY + HOUR);
    await expireLinks(app.deps);
    await renewSession();
  };

  /** Half past three in the afternoon is later on this day. */
  const afternoon = async () => {
    const { now, advance } = app.clock;
    advance(Math.ceil(now() / DAY) * DAY + 14 * HOUR - now());
    await renewSession();
  };

  return {
    complete: {
      'a draft of a family is made ready': async () => {
        const form = await draft2(staff(), family2({ parents: parents(), child: aChild({ signs: true }) }));
        return [form, () => staff().call('consentSend', { consentID: form.consentID, version: form.version, channel: 'DEVICE' })];
      },
    },
    edit: {
      'a draft is changed': async () => {
        const form = await draft(staff());
        const { consentID, version } = form;
        return [form, () => staff().call('consentUpdate', { consentID, version, mattersToMe: 'To read' })];
      },
    },
    answer: {
      'the first of two signs on a tablet': async () => {
        const form = await inEverybodysHands();
        return [form, () => form.holder.sign({ comments: 'Thank you' })];
      },
      'the patient gives answers': async () => {
        const form = await inEverybodysHands();
        return [form, () => form.holder.call('recordAnswers', { consentID: form.consentID, mattersToMe: 'To read' })];
      },
      'one of two parents says no': async () => {
        const form = await inEverybodysHands(await form2(staff(), family2({ parents: parents() })));
        return [form, () => form.holder.call('recordDecline', { consentID: form.consentID, reason })];
      },
      'a child who need not sign says no': async () => {
        const form = await sent2(staff(), family2({ child: aChild({ signs: true }) }));
        const child = await signerAt(app, staff(), form, ['CHILD', 2]);
        return [form, () => child.call('recordDecline', { consentID: form.consentID, reason })];
      },
      'a disagreement is settled while others are waited for': async () => {
        const form = await sent2(staff(), family2({ parents: parents() }));
        await (await signerAt(app, staff(), form, ['PARENT', 2])).call('recordDecline', { consentID: form.consentID, reason });
        const { version } = await present(form);
        const settled = { consentID: form.consentID, version, outcome: 'ONE_SUFFICES' as const, note: reason };
        return [form, () => staff().call('recordDisagreement', settled)];
      },
    },
    invite: {
      'an interpreter joins a form that is out': async () => {
        const form = await sent(staff());
        return [form, () => staff().call('recordSendInvite', { id: form.recordID, invites: [NEW_PEOPLE.INTERPRETER] })];
      },
    },
    supersede: {
      'a third version, after one in force and one that was out': async () => {
        const form = await signedForm();
        const second = await staff().call('recordReopen', { id: form.recordID, reason });
        await sendAgain(second.data);
        const third = await staff().call('recordReopen', { id: form.recordID, reason });
        const out = await sendAgain(third.data);
        const holder = await handOver(app, staff(), out);
        await holder.call('recordSign', inked(holder.details));
        await upload(out.consentID, blankPage());
        return [form, () => signAsClinician(form)];
      },
    },
    sign: {
      'while a child who need not sign is waited for': async () => {
        const form = await sent2(staff(), family2({ parents: [aParent()], child: aChild({ signs: true }) }));
        await (await signerAt(app, staff(), form, ['PARENT', 1])).sign();
        return [form, () => signAsClinician(form)];
      },
      'all on paper, while the patient has a tablet and a link': async () => {
        const form = await inEverybodysHands();
        const { sha256, pages } = await upload(form.consentID, blankPage());
        const { lastName, dateOfBirth } = form.shownPatient!;
        const confirmed = {
          consentID: form.consentID,
          sha256,
          pagesChecked: pages.map(({ page }) => page),
          identifiers: { lastName, dateOfBirth, isSameProcedure: true },
          signers: everybody(form),
          answers: ticksOnPaper(form, everybody(form)),
        };
        return [form, () => staff().call('recordConfirmScan', confirmed)];
      },
      'a disagreement is settled when all others have signed': async () => {
        const form = await sent2(staff(), family2({ parents: parents() }));
        await (await signerAt(app, staff(), form, ['PARENT', 1])).sign();
        await (await signerAt(app, staff(), form, ['PARENT', 2])).call('recordDecline', { consentID: form.consentID, reason });
        await signAsClinician(form);
        await upload(form.consentID, blankPage());
        const { version } = await present(form);
        const settled = { consentID: form.consentID, version, outcome: 'ONE_SUFFICES' as const, note: reason };
        return [form, () => staff().call('recordDisagreement', settled)];
      },
    },
    decline: {
      'the patient says no': async () => {
        const form = await inEverybodysHands();
        return [form, () => form.holder.call('recordDecline', { consentID: form.consentID, reason })];
      },
      'parents who disagree do not go ahead': async () => {
        const form = await inEverybodysHands(await form2(staff(), family2({ parents: parents() })));
        await form.holder.call('recordDecline', { consentID: form.consentID, reason });
        const { version } = await present(form);
        const settled = { consentID: form.consentID, version, outcome: 'NOT_GOING_AHEAD' as const, note: reason };
        return [form, () => staff().call('recordDisagreement', settled)];
      },
    },
    withdraw: {
      'before the seal': async () => {
        const form = await signedForm(false);
        return [form, () => staff().call('recordWithdraw', { consentID: form.consentID, reason })];
      },
      'sealed, by the patient': async () => {
        const form = await signedForm();
        return [form, () => form.holder.call('recordWithdraw', { consentID: form.consentID, reason })];
      },
      sealed: async () => {
        const form = await signedForm();
        return [form, () => staff().call('recordWithdraw', { consentID: form.consentID, reason })];
      },
    },
    void: {
      'a form that is out': async () => {
        const form = await inEverybodysHands();
        return [form, () => staff().call('recordVoid', { consentID: form.consentID, reason })];
      },
      'a form that a newer one has replaced, while the job of its copy is still due': async () => {
        const form = await signedForm();
        const { data } = await staff().call('recordReopen', { id: form.recordID, reason });
        await signAll(app, staff(), await sendAgain(data));
        return [form, () => staff().call('recordVoid', { consentID: form.consentID, reason })];
      },
      'a sealed form of another patient, from which a draft was opened': async () => {
        const form = await signedForm();
        await staff().call('recordReopen', { id: form.recordID, reason });
        return [form, () => staff().call('recordVoid', { consentID: form.consentID, reason, kind: 'WRONG_PATIENT' })];
      },
    },
    recall: {
      'a form that one has signed': async () => {
        const form = await inEverybodysHands();
        await signAsClinician(form);
        return [form, () => staff().call('recordRecall', { consentID: form.consentID, reason })];
      },
    },
    reopen: {
      'a form that is out': async () => {
        const form = await inEverybodysHands();
        return [form, () => staff().call('recordReopen', { id: form.recordID, reason })];
      },
      'a sealed form': async () => {
        const form = await signedForm();
        return [form, () => staff().call('recordReopen', { id: form.recordID, reason })];
      },
    },
    reconsent: {
      'a sealed form': async () => {
        const form = await signedForm();
        return [form, () => staff().call('recordReconsent', { id: form.recordID, reason })];
      },
    },
    expire: {
      'the time of the only link ends': async () => {
        const form = await inEverybodysHands();
        return [form, () => linksEnd()];
      },
    },
    resend: {
      'another link is sent': async () => {
        const form = await inEverybodysHands();
        await linksEnd();
        return [form, () => staff().call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' })];
      },
      'another link is sent, after one has signed': async () => {
        const form = await inEverybodysHands();
        await signAsClinician(form);
        await linksEnd();
        return [form, () => staff().call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' })];
      },
    },
    confirm: {
      'before the seal': async () => {
        const form = await signedForm(false);
        return [form, () => confirm(form)];
      },
      sealed: async () => {
        const form = await signedForm();
        return [form, () => confirm(form)];
      },
    },
    notConfirm: {
      'something is new on the day, after it was confirmed': async () => {
        const form = await signedForm();
        await confirm(form);
        await app.doJobs();
        app.clock.advance(HOUR / 60);
        const answers = { sideRight: true, somethingNew: true, questions: false, stillWanted: true };
        const capturedAt = new Date(app.clock.now()).toISOString();
        const body = { consentID: form.consentID, answers, note: 'A new tablet', capturedAt };
        return [form, () => staff().call('recordNotConfirmed', body, randomUUID())];
      },
    },
    identity: {
      'a check of who it is about, after another name': async () => {
        const form = await signedForm();
        const { shownPatient, version } = await present(form);
        const { id } = (await staff().call('recordDetails', { id: form.recordID })).data.record.patient;
        const { patient } = (await staff().call('patientGetDetails', { id })).data;
        await staff().call('patientUpdate', { id, version: patient.version, lastName: 'Demo-Married' });
        const { firstName, dateOfBirth, nhsNumber } = shownPatient!;
        const record = { firstName, lastName: 'Demo-Married', dateOfBirth, nhsNumber };
        return [
          form,
          () => staff().call('recordAcceptIdentity', { consentID: form.consentID, version, record, reason }, randomUUID()),
        ];
      },
    },
    talk: {
      'a talk about what the form leaves open': async () => {
        const form = await signedForm();
        const choiceIDs = (await present(form)).additionalChoices.filter(({ id }) => id === 'blood').map(({ id }) => id);
        return [
          form,
          () => staff().call('recordTalked', { consentID: form.consentID, choiceIDs, outcome: 'She agrees' }, randomUUID()),
        ];
      },
    },
    bothMeant: {
      'beside another of the same operation and day': async () => {
        const form = await signedForm();
        const { id } = (await staff().call('recordDetails', { id: form.recordID })).data.record.patient;
        const other = await signedForm(true, id);
        for (const each of [form, other]) await sheet.list(each.recordID, 0);
        const { version } = await present(form);
        const body = { consentID: form.consentID, version, others: [other.consentID], reason };
        return [form, () => staff().call('recordBothMeant', body, randomUUID())];
      },
    },
    report: {
      'the sheet says that a form was signed on paper, then that the patient wants time': async () => {
        await afternoon();
        const form = await inEverybodysHands();
        await sheet.list(form.recordID, 0);
        const fetched = await sheet.sheet(0);
        const name = form.shownPatient!.lastName.toUpperCase();
        const agreed = { outcome: 'AGREED', time: '15:30', signer: `${spokenName(form.shownPatient!)}, patient` } as const;
        app.clock.advance((5 / 6) * HOUR);
        await renewSession();
        return [
          form,
          async () => {
            await sheet.commit(await filled(fetched, { [name]: { ...agreed, clinician: 'Demo Clinician' } }));
            app.clock.advance(HOUR / 60);
            const { data } = await sheet.preview(await filled(fetched, { [name]: { outcome: 'MORE_TIME', time: '15:40' } }));
            const rows = data.map(({ row, clash }) => (clash === null ? { row } : { row, clash }));
            await sheet.commit(await filled(fetched, { [name]: { outcome: 'MORE_TIME', time: '15:40' } }), rows);
          },
        ];
      },
    },
  } satisfies Record<VersionMove, Record<string, Walk>>;
}
