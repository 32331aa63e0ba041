import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { ActModal } from './acts/ActModal.tsx';
import { ACT_WORDS, isNewVersion, NEW_VERSION } from './acts/act-words.ts';
import type { QuietAct } from './acts/quiet-acts.ts';

/** The other acts on the case; only those that this person may perform now. */
export function QuietActs({ consent, acts }: { readonly consent: Consent; readonly acts: readonly QuietAct[] }) {
  const [openAct, setOpenAct] = useState<QuietAct | null>(null);
  if (acts.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="More actions">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {offeredIn(acts).map((act) => (
            <Menu.Item key={act} onClick={() => setOpenAct(act)} {...(ACT_WORDS[act].isFinal ? { color: 'var(--stop)' } : {})}>
              {isNewVersion(act) ? NEW_VERSION : ACT_WORDS[act].label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {openAct !== null && <ActModal act={openAct} acts={acts} consent={consent} onClose={() => setOpenAct(null)} />}
    </>
  );
}

/** The two kinds of a new version are one item, whose dialog explains them. */
function offeredIn(acts: readonly QuietAct[]): readonly QuietAct[] {
  return acts.filter((act) => act !== 'reconsent' || !acts.includes('reopen'));
}
