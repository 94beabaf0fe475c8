import { IconEdit } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allows } from '../../../api/resources.ts'
import type { PartProps } from '../../../screens/customisation.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'

export function EditButton({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const href = `/${resource.path}/${row.id}/edit`
  const canEdit = allows(resource, 'update')
  useShortcuts(canEdit ? [{ keys: 'e', label: t('common:edit'), run: () => void navigate({ to: href }) }] : [])
  if (!canEdit) return null
  return (
    <ButtonLink href={href} variant="default" leftSection={<IconEdit size={16} stroke={1.6} />}>
      {t('common:edit')}
    </ButtonLink>
  )
}
