import { ChoiceCards, type Choice } from '#src/ui/fields/ChoiceCards.tsx';
import { useDisplaySettings, type DisplaySettings } from '#src/ui/theme/display-settings.ts';
import layoutStyles from './layout.module.css';
import { Panel } from './Panel.tsx';

const SCHEMES: readonly Choice<DisplaySettings['scheme']>[] = [
  { value: 'auto', label: 'Same as the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const SIZES: readonly Choice<DisplaySettings['type']>[] = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
];
const LAYOUTS: readonly Choice<DisplaySettings['layout']>[] = [
  { value: 'vertical', label: 'At the side' },
  { value: 'horizontal', label: 'On top' },
];

/** Settings of colours, letter size and layout; stored on this device and applied at once. */
export function DisplayPanel() {
  const [{ scheme, type, layout }, change] = useDisplaySettings();
  return (
    <Panel title="Display on this device">
      <div className={layoutStyles.parts}>
        <ChoiceCards id="scheme" label="Colours" choices={SCHEMES} value={scheme} onChange={(next) => change({ scheme: next })} />
        <ChoiceCards
          id="type"
          label="Size of the text"
          choices={SIZES}
          value={type}
          onChange={(next) => change({ type: next })}
        />
        <ChoiceCards id="layout" label="Menu" choices={LAYOUTS} value={layout} onChange={(next) => change({ layout: next })} />
      </div>
    </Panel>
  );
}
