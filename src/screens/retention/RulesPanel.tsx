import { RETENTION_YEARS_MOST } from '#domain/organisation/retention.ts';
import type { OwnRetentionRules } from '#contract/retention.ts';
import { Button } from '@mantine/core';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useRetentionWrite } from '#src/queries/retention.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { useState } from 'react';
import styles from './retention.module.css';

const YEARS = [
  ['adultYears', 'Adults: years after the last activity'],
  ['deathYears', 'After a death: years'],
  ['childAge', 'Children: until the age of'],
] as const;

/** For how long records are kept, and whether due ones are looked for. */
export function RulesPanel({ rules }: { readonly rules: OwnRetentionRules }) {
  // The rules that the form began with: the server reports a change by somebody else when this is saved.
  const [base, setBase] = useState(rules);
  const [isOn, setOn] = useState(rules.isOn);
  const [years, setYears] = useState(textsOf(rules));
  const takeSaved = () => {
    setBase(rules);
    setOn(rules.isOn);
    setYears(textsOf(rules));
  };
  const shows = (saved: OwnRetentionRules) =>
    isOn === saved.isOn && YEARS.every(([field]) => years[field] === String(saved[field]));
  const isOutdated = rules.version !== base.version;
  // Saved rules replace the fields only where nobody has typed others.
  if (isOutdated && (shows(base) || shows(rules))) takeSaved();
  const write = useRetentionWrite('retentionUpdate');
  const keyFor = useIdempotencyKey();
  const problems = write.isError ? fieldProblems(write.error, FIELDS).map(withId) : [];
  const send = () => {
    const input = {
      isOn,
      adultYears: Number(years.adultYears),
      deathYears: Number(years.deathYears),
      childAge: Number(years.childAge),
      version: base.version,
    };
    write.mutate({ input, idempotencyKey: keyFor(input) }, { onSuccess: ({ message }) => noticeSuccess(message) });
  };
  return (
    <Panel title="How long records are kept">
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <ErrorSummary problems={problems} />
        <p className={styles.about}>
          The suggested times are those of the NHS Records Management Code of Practice (2021). Nothing is ever deleted by itself:
          due records are listed below, one person confirms each, and another one approves. Shorter times need two people as well.
        </p>
        <ShorterRules rules={rules} />
        <YesNoField id="retention-isOn" label="Look for due records every day" value={isOn} onChange={setOn} />
        <div className={styles.years}>
          {YEARS.map(([field, label]) => (
            <TextField
              key={field}
              id={`retention-${field}`}
              label={label}
              inputMode="numeric"
              maxLength={String(RETENTION_YEARS_MOST).length}
              value={years[field]}
              error={problems.find((each) => each.field === `retention-${field}`)?.message}
              onChange={(text) => setYears((before) => ({ ...before, [field]: text.replaceAll(/\D/g, '') }))}
            />
          ))}
        </div>
        <div className={styles.buttons}>
          <Button type="submit" loading={write.isPending}>
            Save times
          </Button>
          {write.isError && isOutdated && (
            <Button
              variant="default"
              onClick={() => {
                write.reset();
                takeSaved();
              }}
            >
              Show the saved times
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** Shorter times that one person wants, and another one must save as well. */
function ShorterRules({ rules: { asked } }: { readonly rules: OwnRetentionRules }) {
  if (asked === null) return null;
  return (
    <p className={styles.about}>
      {asked.name} asks for {asked.adultYears} years, {asked.deathYears} after a death, and children to the age of{' '}
      {asked.childAge}. {asked.isMine ? 'Another person must save the same times.' : 'Save the same times to approve them.'}
    </p>
  );
}

const FIELDS = ['isOn', ...YEARS.map(([field]) => field)];

/** Each problem at the control that it belongs to. */
function withId({ field, message }: { readonly field?: string | undefined; readonly message: string }) {
  return { message, field: field === undefined ? undefined : `retention-${field}` };
}

function textsOf({ adultYears, deathYears, childAge }: OwnRetentionRules) {
  return { adultYears: String(adultYears), deathYears: String(deathYears), childAge: String(childAge) };
}
