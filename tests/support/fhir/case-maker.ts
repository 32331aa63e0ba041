import type { Input, Output } from '#contract/calls.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { aPatient, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';

export type Staff = Caller & { token: string };
type Sent = Pick<Output<'consentSend'>['data'], 'consentID' | 'contentDigest' | 'statements' | 'recipients'>;

/** The acts that the makers of cases share. */
export type CaseMaker = ReturnType<typeof caseMaker>;

/** @param consents - filled with the ids of versions, by the names given to `keep` */
export function caseMaker(app: TestApp, { staff, consents }: { staff: Staff; consents: Record<string, string> }) {
  const now = () => new Date(app.clock.now()).toISOString();
  return {
    app,
    staff,
    /** ISO */
    now,
    keep: <V extends { consentID: string }>(name: string, version: V): V => {
      consents[name] = version.consentID;
      return version;
    },
    patientOf: async (change: Partial<Input<'patientCreate'>>): Promise<string> =>
      (await staff.call('patientCreate', aPatient(change))).data.patient.id,
    /** by all who have to, the clinicians last */
    signAll: async (version: Sent): Promise<void> => {
      const isStaff = (role: string) => role === 'CLINICIAN' || role === 'SECOND_OPINION';
      for (const { role, signing_order: order } of version.recipients)
        if (!isStaff(role)) await (await signerAt(app, staff, version, [role, order])).sign({ capturedAt: now() });
      for (const { role, signing_order, recipient_name: name } of version.recipients.filter((each) => isStaff(each.role))) {
        const own = role === 'CLINICIAN' ? staff : await signIn(app, 'eyes@demo.nhs.uk');
        const statement = version.statements[role] ?? '';
        // A typed signature needs only the digest and the statements of a version.
        const signature = typed(version as Output<'consentSend'>['data'], { role, signing_order, name, statement });
        await own.call('recordSign', { ...signature, capturedAt: now() });
      }
    },
  };
}
