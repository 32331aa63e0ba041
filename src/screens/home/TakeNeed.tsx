import { Button } from '@mantine/core';
import { newId } from '#src/device/new-id.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useGiveBackNeed, useTakeNeed, type NeedView } from '#src/queries/needs.ts';
import { useSession } from '#src/session/session.ts';

type TakeNeedProps = {
  readonly row: Pick<NeedView, 'need' | 'recordID' | 'taken'>;
  /** the name of the row, for whoever hears the button alone */
  readonly name: string;
};

/** Says that this person sees to a need, takes it over from somebody else, or gives it back. It hides nothing. */
export function TakeNeed({ row: { need, recordID, taken }, name }: TakeNeedProps) {
  const take = useTakeNeed();
  const giveBack = useGiveBackNeed();
  const me = useSession()?.user._id;
  const isMine = taken !== null && taken.userID === me;
  const act = isMine ? giveBack : take;
  const run = async () => {
    const body = { id: recordID, need };
    // Each press is an act of its own: the word of before may have run out.
    const key = newId();
    try {
      if (isMine) await giveBack.mutateAsync({ body, key });
      else await take.mutateAsync({ body: { ...body, ...(taken === null ? {} : { from: taken.userID }) }, key });
    } catch (failure) {
      noticeFailure(failureWords(failure));
    }
  };
  return (
    <Button variant="subtle" size="sm" loading={act.isPending} onClick={() => void run()}>
      {isMine ? 'Give back' : taken === null ? 'Take' : 'Take over'}
      <span className="visually-hidden">: {name}</span>
    </Button>
  );
}
