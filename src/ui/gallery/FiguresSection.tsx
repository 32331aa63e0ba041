import { Button } from '@mantine/core';
import { FrequencyLine, type FrequencyLineProps } from '#src/ui/clinical/FrequencyLine.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { IconArray, type IconArrayProps } from '#src/ui/clinical/IconArray.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './FiguresSection.module.css';

type Demo = { readonly name: string; readonly picture: IconArrayProps | null; readonly line: FrequencyLineProps };

const risks: readonly Demo[] = [
  {
    name: 'Tear in the lens capsule',
    picture: { count: 20, total: 1000, label: '20 in 1,000 people' },
    line: {
      figure: '20 in 1,000 people',
      word: 'common',
      note: 'exactly 195 in 10,000',
      source: 'RCOphth National Ophthalmology Database, 2015',
    },
  },
  {
    name: 'Infection inside the eye',
    picture: { count: 1, total: 1000, label: '1 in 1,000 people' },
    line: { figure: '1 in 1,000 people', word: 'rare', source: 'Western Eye Hospital series' },
  },
  { name: 'Clouding behind the new lens', picture: null, line: { figure: null, source: 'a laser clears it' } },
];

const benefits: readonly Demo[] = [
  {
    name: 'Sees well enough to drive',
    picture: { count: 91, total: 100, label: '91 in 100 people', kind: 'benefit' },
    line: { figure: '91 in 100 people', source: 'Demo source' },
  },
];

/** Numbers as pictures and words. */
export function FiguresSection() {
  return (
    <>
      <Panel
        title="Risks to talk through"
        rows
        actions={
          <Button variant="subtle" leftSection={<Icon name="plus" />}>
            Add a risk
          </Button>
        }
      >
        {risks.map((risk) => (
          <Figure key={risk.name} {...risk} />
        ))}
      </Panel>
      <Panel title="Benefits" rows>
        {benefits.map((benefit) => (
          <Figure key={benefit.name} {...benefit} />
        ))}
      </Panel>
    </>
  );
}

function Figure({ name, picture, line }: Demo) {
  return (
    <li className={styles.figure}>
      {picture === null ? <span /> : <IconArray {...picture} />}
      <div>
        <h3>{name}</h3>
        <FrequencyLine {...line} />
      </div>
      <StateChip tag>core</StateChip>
    </li>
  );
}
