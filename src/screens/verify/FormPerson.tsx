import { useQuery } from '@tanstack/react-query';
import { formIdentityOptions, type FormAtHand } from '#src/queries/form-identity.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { FormIdentityNotice } from '#src/ui/clinical/FormIdentityNotice.tsx';
import { useMay } from '#src/session/permissions.ts';

/** For staff who read patients: the person whom a form names and whom the record names, where they differ. Nothing for anybody else. */
export function FormPerson({ form }: { readonly form: FormAtHand }) {
  const mayRead = useMay('patients.read');
  const { data, error, refetch } = useQuery({ ...formIdentityOptions(form), enabled: mayRead });
  if (!mayRead || data === null) return null;
  if (data !== undefined) return <FormIdentityNotice {...data} />;
  return error === null ? null : <QueryFailure failure={error} onRetry={() => void refetch()} />;
}
