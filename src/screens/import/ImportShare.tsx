import styles from './import.module.css';

type Props = {
  readonly all: number;
  /** done or ready, left out, and to be looked at */
  readonly ok: number;
  readonly plain: number;
  readonly stop: number;
  readonly words: string;
};

/** How many rows go where, as a bar and in words. */
export function ImportShare({ all, ok, plain, stop, words }: Props) {
  const width = (part: number) => ({ width: `${all === 0 ? 0 : (part / all) * 100}%` });
  return (
    <>
      <div className={styles.track} aria-hidden="true">
        <span data-tone="ok" style={width(ok)} />
        <span data-tone="plain" style={width(plain)} />
        <span data-tone="stop" style={width(stop)} />
      </div>
      <span className="num" role="status">
        {words}
      </span>
    </>
  );
}
