import { useWords } from '../words.ts';

/** The one button that leads to the next page. */
export function Onward({ onClick, label, isBusy = false }: { onClick: () => void; label?: string; isBusy?: boolean }) {
  const words = useWords();
  return (
    <button type="button" className="button primary" aria-disabled={isBusy} onClick={onClick}>
      {label ?? words.continue}
    </button>
  );
}
