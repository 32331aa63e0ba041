import { ChoiceCards } from '../ChoiceCards.tsx';
import { useDisplaySettings } from '../display-settings.ts';
import { Panel } from '../Panel.tsx';

const schemes = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const types = [
  { value: 'normal', label: 'Normal letters' },
  { value: 'large', label: 'Large letters' },
  { value: 'larger', label: 'Larger letters' },
] as const;
const layouts = [
  { value: 'vertical', label: 'Places at the side' },
  { value: 'horizontal', label: 'Places on top' },
] as const;

/** The display settings, live. */
export function DisplaySection() {
  const [{ scheme, type, layout }, change] = useDisplaySettings();
  return (
    <Panel title="Display">
      <div style={{ display: 'grid', gap: '1rem' }}>
        <ChoiceCards
          id="scheme"
          label="Colours"
          choices={schemes}
          value={scheme}
          onChange={(value) => change({ scheme: value })}
        />
        <ChoiceCards id="type" label="Letters" choices={types} value={type} onChange={(value) => change({ type: value })} />
        <ChoiceCards
          id="layout"
          label="Layout"
          choices={layouts}
          value={layout}
          onChange={(value) => change({ layout: value })}
        />
      </div>
    </Panel>
  );
}
