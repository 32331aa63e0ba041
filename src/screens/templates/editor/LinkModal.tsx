import { LinkAddress } from '#domain/templates/template.ts';
import { URL_MOST } from '#domain/values/text-limits.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';

type LinkModalProps = {
  /** The present address; undefined for a new link. */
  readonly address: string | undefined;
  readonly onSet: (address: string) => void;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
};

/** Asks for the address of a link. */
export function LinkModal({ address, onSet, onRemove, onCancel }: LinkModalProps) {
  const [value, setValue] = useState(address ?? 'https://');
  const [error, setError] = useState<string>();
  const send = () => {
    const ascii = asciiOf(value.trim());
    if (ascii === undefined) setError('Enter the whole address. It begins with https://');
    else onSet(ascii);
  };
  return (
    <Modal opened onClose={onCancel} title={<strong>Link</strong>} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          id="link-address"
          label="Address"
          hint="On paper, and on a tablet with a patient, the address is printed beside the words."
          inputMode="text"
          value={value}
          maxLength={URL_MOST}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          {address !== undefined && (
            <Button variant="default" onClick={onRemove}>
              Remove link
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Set link</Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The address in ASCII, as it is printed; undefined for one that a template does not take. */
function asciiOf(written: string): string | undefined {
  if (!v.is(LinkAddress, written)) return undefined;
  try {
    const address = new URL(written).href;
    return v.is(LinkAddress, address) ? address : undefined;
  } catch {
    return undefined;
  }
}
