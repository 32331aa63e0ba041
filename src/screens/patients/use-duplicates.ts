import { hasInk } from '#domain/values/ink.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { duplicateOptions, findDuplicates, type EnteredIdentity, type LocalDuplicate } from '#src/queries/patients.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** The likely duplicates of a patient who is being entered: while one types, and once more before the patient is created. */
export function useDuplicates(entered: EnteredIdentity) {
  const leaving = useRef<AbortController>(undefined);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  // The pause in typing is that of every search.
  const settled = useDebouncedSearch(JSON.stringify(entered));
  const isSettled = settled === JSON.stringify(entered);
  const { data = [] } = useQuery(duplicateOptions(isSettled && isEnough(entered) ? entered : null));
  /** @throws as {@link findDuplicates} */
  const look = async (last: EnteredIdentity): Promise<readonly LocalDuplicate[]> => {
    setLooking(true);
    try {
      return await findDuplicates(last, leaving.current?.signal ?? new AbortController().signal);
    } finally {
      setLooking(false);
    }
  };
  return { likely: data, look, isLooking };
}

function isEnough({ lastName, dateOfBirth }: EnteredIdentity): boolean {
  return hasInk(lastName) && isPlainDate(dateOfBirth);
}
