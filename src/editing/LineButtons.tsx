import { Icon } from '#src/ui/theme/Icon.tsx';
import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** Takes a line out of its list; the line before it then has the focus, or the button that adds one. */
export function removeLine({ currentTarget }: { readonly currentTarget: HTMLElement }, remove: () => void): void {
  const line = currentTarget.closest('[data-line]');
  const list = line?.parentElement;
  const before = line?.previousElementSibling ?? null;
  const section = line?.closest('section');
  remove();
  setTimeout(() => {
    const control = list?.contains(before) === true ? firstControl(before) : null;
    (control ?? section?.querySelector<HTMLElement>('[data-add-line]'))?.focus();
  });
}

function firstControl(line: Element | null): HTMLElement | null {
  if (line instanceof HTMLButtonElement) return line;
  return line?.querySelector<HTMLElement>('input, textarea, select, button') ?? null;
}

type RemoveLineProps = { readonly label: string; readonly onClick: () => void };

/** Takes one line out of a list. @param label - names the line too: `Remove the risk: Infection` */
export function RemoveLine({ label, onClick }: RemoveLineProps) {
  return (
    <ActionIcon aria-label={label} onClick={(event) => removeLine(event, onClick)}>
      <Icon name="cross" />
    </ActionIcon>
  );
}

type AddLineButtonProps = { readonly id: string; readonly children: ReactNode; readonly onClick: () => void };

/** Adds a line at the end of a list; its first field then has the focus. @param id - the list's problems lead here */
export function AddLineButton({ id, children, onClick }: AddLineButtonProps) {
  const add = () => {
    onClick();
    setTimeout(() => {
      const lines = document.getElementById(id)?.closest('section')?.querySelectorAll<HTMLElement>('[data-line]');
      [...(lines ?? [])].at(-1)?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  };
  return (
    <Button id={id} data-add-line variant="default" leftSection={<Icon name="plus" />} onClick={add}>
      {children}
    </Button>
  );
}
