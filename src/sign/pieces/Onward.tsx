import { useTexts } from '#src/sign/texts/use-texts.ts';

/** The one button that leads to the next page. */
export function Onward({ onClick, label, isBusy = false }: { onClick: () => void; label?: string; isBusy?: boolean }) {
  const words = useTexts();
  return (
    <button type="button" className="button primary" aria-disabled={isBusy} onClick={onClick}>
      {label ?? words.continue}
    </button>
  );
}
