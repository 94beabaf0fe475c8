import i18next from 'i18next'
import type { DataOf } from '../../api/call.ts'
import { showValueOnce } from '../../screens/form/show-once.tsx'
import { toast } from '../../ui/toast.tsx'

type Issued = DataOf<'POST /users/{id}/invite'>

/** Says where the link was sent, or shows it where the server cannot send mail. */
export async function announceLink({ sentTo, link }: Issued, name: string): Promise<void> {
  if (sentTo) return toast.done(i18next.t('access:users.linkSent', { email: sentTo }))
  const address = new URL(link!, location.origin).href
  await showValueOnce(i18next.t('access:users.linkTitle', { name }), i18next.t('access:users.linkText'), address)
}
