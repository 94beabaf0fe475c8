import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconMailForward } from '@tabler/icons-react'
import i18next from 'i18next'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { allows } from '../../api/resources.ts'
import type { ListScreenProps } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const InviteForm = lazyPart(() => import('./invite-form.tsx').then((module) => module.InviteForm))

/** Its form is loaded when it is opened. */
export function InviteButton({ resource }: ListScreenProps) {
  const { t } = useTranslation()
  if (!allows(resource, 'invite-new')) return null
  const open = () => {
    const id = modals.open({
      title: t('access:users.inviteTitle'),
      closeOnClickOutside: false,
      closeButtonProps: { 'aria-label': i18next.t('common:close') },
      children: (
        <Suspense>
          <InviteForm resource={resource} onDone={() => modals.close(id)} />
        </Suspense>
      ),
    })
  }
  return (
    <Button variant="default" leftSection={<IconMailForward size={16} stroke={1.6} />} onClick={open}>
      {t('access:users.invite')}
    </Button>
  )
}
