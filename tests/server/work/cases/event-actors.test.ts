import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { EVENT_ACTORS } from '#domain/cases/event-actors.ts';
import { orderOf, RECORDED_BY } from '#domain/cases/event-author.ts';
import { SIGNER_ROLES, signsUnderAccount, type SignerRole } from '#domain/forms/signer-roles.ts';
import { DAY } from '#domain/base/limits.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import { registerTablet } from '#tests/support/tablet/tablet.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isPart, rowsOfPart } from '#tests/support/checks/full.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { FORMS, history, WAYS } from './event-histories.ts';
import { expect, test } from 'vitest';

let staff: Caller & { token: string; deviceId: string };
const app = useTestApp(async (opened) => {
  opened.clock.advance(Date.parse(NEW_RULES_SINCE) + DAY - opened.clock.now());
  staff = await registerTablet(await signIn(opened));
});

const OPERATOR = { name: 'Demo Clinician', roleName: 'Clinician' };
const HISTORIES = Object.keys(FORMS).flatMap((form, at) =>
  WAYS.map((way, nth) => [form, way, { form, way, nth: at + nth }] as const),
);
/** Everything that the histories told, for the test that they told enough. */
const seen = { types: new Set<string>(), roles: new Set<SignerRole>(), carried: 0, signers: 0 };

function isOfSigner({ type, detail }: TimelineEvent): boolean {
  const actors: readonly string[] = Object.entries(EVENT_ACTORS).find(([each]) => each === type)?.[1] ?? [];
  return actors.includes('signer') && (actors.length === 1 || detail['order'] !== undefined);
}

test.each(rowsOfPart(HISTORIES, 3))(
  '%s, %s: every event of a signer has the name and role of its place',
  async (_form, _way, which) => {
    app.clock.advance(60_000);
    const version = await history(app, staff, which);
    await app.doJobs();
    const { consents, timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
    const [consent] = consents;
    const places = new Map(
      [...consent!.recipients, ...(consent!.addedSigners ?? [])].map((each) => [each.signing_order, each] as const),
    );
    const told = timeline.filter(isOfSigner);
    expect(told.length).toBeGreaterThanOrEqual(places.size - (consent!.status === 'DECLINED' ? 1 : 0));
    for (const event of told) {
      const signer = places.get(orderOf(event) ?? -1);
      const isOwn = signer !== undefined && signsUnderAccount(signer.role) && event.detail['method'] !== 'PAPER_SCAN';
      // One row gives both, whatever was signed with, and whoever sent it.
      expect({ type: event.type, ...event.actor }).toEqual({
        type: event.type,
        kind: isOwn ? 'STAFF' : 'SIGNER',
        name: signer?.recipient_name,
        role: signer?.role,
      });
      if (signer?.role !== 'CLINICIAN') expect(event.actor.name).not.toBe(OPERATOR.name);
      const isCarried = !isOwn && (which.way === 'offline queue' || which.way === 'paper');
      expect([event.type, event.detail[RECORDED_BY.name], event.detail[RECORDED_BY.role]]).toEqual(
        isCarried ? [event.type, OPERATOR.name, OPERATOR.roleName] : [event.type, undefined, undefined],
      );
      seen.types.add(event.type);
      seen.roles.add(signer!.role);
      seen.carried += isCarried ? 1 : 0;
      seen.signers += 1;
    }
    // Nothing of a signer is told by staff or the system, and nothing of theirs by a signer.
    for (const event of timeline.filter((each) => !isOfSigner(each)))
      expect([event.type, event.actor.kind]).not.toContain('SIGNER');
    expect(await faultsOfCase(app, version.recordID)).toEqual([]);
  },
);

test.runIf(isPart)('the forty histories told of every role that signs, by every type of event that a signer has in them', () => {
  expect(HISTORIES).toHaveLength(40);
  expect([...seen.roles].toSorted()).toEqual(SIGNER_ROLES.filter((role) => role !== 'CONFIRMER').toSorted());
  expect([...seen.types]).toEqual(
    expect.arrayContaining([
      'SIGNED',
      'DECLINED',
      'CHILD_SAID_NO',
      'ANSWERS_GIVEN',
      'FORM_OPENED',
      'IDENTITY_CONFIRMED',
      'IDENTITY_REFUSED',
      'INTERPRETER_CONFIRMED',
      'MORE_TIME',
      'QUESTION_ASKED',
      'LINK_OPENED',
      'LINK_VERIFIED',
    ]),
  );
  expect(seen.carried).toBeGreaterThan(30);
  printFigure(
    `event actors: ${JSON.stringify({ histories: HISTORIES.length, events: seen.signers, carried: seen.carried, underAnotherName: 0 })}`,
  );
});
