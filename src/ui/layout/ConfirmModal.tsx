import { Button, Group, Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import styles from './ConfirmModal.module.css';

export type ConfirmModalProps = {
  readonly opened: boolean;
  readonly title: string;
  /** Consequence of the act, in a sentence or two. */
  readonly children: ReactNode;
  /** Names the act: "Withdraw consent"; the specification's modals say "Ok". */
  readonly okLabel?: string;
  readonly cancelLabel?: string;
  /** Red for acts that cannot be undone. */
  readonly tone?: 'brand' | 'stop';
  /** The act is under way: Ok shows it, and nothing can be pressed twice. */
  readonly busy?: boolean;
  /** Ok cannot be pressed yet, e.g. until a reason is written. */
  readonly okDisabled?: boolean;
  /** Absent while there is nothing to do but close it. */
  readonly onOk?: () => void;
  readonly onCancel: () => void;
  /** Stays in sight while the dialog is filled in, as the paper that is read: the dialog then fills the window. It takes the first focus. */
  readonly beside?: ReactNode;
};

/** Asks before an act. The backdrop is static: only a button, or Escape for Cancel, closes it (spec §2). */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, title, children, beside, busy = false } = props;
  useFocusBack(opened);
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={<strong style={{ display: 'block', fontSize: '1.125rem', lineHeight: 1.3 }}>{title}</strong>}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      withCloseButton={false}
      {...(beside === undefined ? {} : { fullScreen: true, classNames: styles })}
    >
      {beside === undefined ? (
        <>
          {children}
          <Acts {...props} />
        </>
      ) : (
        <>
          <div className={styles.beside}>{beside}</div>
          <div className={styles.form}>
            <div className={styles.fields}>{children}</div>
            <Acts {...props} />
          </div>
        </>
      )}
    </Modal>
  );
}

function Acts({ beside, okLabel = 'Ok', cancelLabel = 'Cancel', tone = 'brand', busy = false, ...props }: ConfirmModalProps) {
  return (
    <Group className={styles.acts} justify="flex-end" mt="lg" gap="sm">
      <Button variant="default" onClick={props.onCancel} disabled={busy} data-autofocus={beside === undefined || undefined}>
        {cancelLabel}
      </Button>
      {props.onOk !== undefined && (
        <Button
          color={tone === 'stop' ? 'red' : 'brand'}
          variant="filled"
          onClick={props.onOk}
          loading={busy}
          disabled={props.okDisabled ?? false}
        >
          {okLabel}
        </Button>
      )}
    </Group>
  );
}

/**
 * Returns the focus to the element that had it before, unless another one has it by then. The library does so only for a modal
 * that is
 * closed, not for one that is unmounted.
 */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
