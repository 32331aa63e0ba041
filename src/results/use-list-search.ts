import { usePageState } from '#src/session/page-state.ts';

type ListSearch = {
  /** Names the screen and the value, e.g. `patients.search`. */
  readonly key: string;
  readonly label: string;
  readonly page: number;
  readonly onFirstPage: () => void;
};

/** A list's search box for ListScreen: the text lasts as long as the session, and a change leads to the first page. */
export function useListSearch({ key, label, page, onFirstPage }: ListSearch) {
  const [value, setValue] = usePageState(key, '');
  const onChange = (text: string) => {
    setValue(text);
    if (page !== 1) onFirstPage();
  };
  return { label, value, onChange };
}
