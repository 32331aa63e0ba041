import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './SearchBox.module.css';

export type SearchBoxProps = {
  /** Names the searchable fields; also the placeholder of the empty box: "Name, number or birth date". */
  readonly label: string;
  readonly value: string;
  /** Called on every keystroke; a screen that asks the server waits 250 ms itself. */
  readonly onChange: (value: string) => void;
};

/** One search field in a search landmark. Enter does nothing more: the results are already shown. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <form role="search" aria-label={label} className={styles.box} onSubmit={(event) => event.preventDefault()}>
      <Icon name="search" />
      <input
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  );
}
