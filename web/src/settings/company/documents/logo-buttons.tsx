import { Button, FileButton, Group } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface LogoButtonsProps {
  readonly hasLogo: boolean
  readonly isBusy: boolean
  onChoose(file: File): Promise<void>
  onRemove(): Promise<void>
}

export function LogoButtons({ hasLogo, isBusy, onChoose, onRemove }: LogoButtonsProps) {
  const { t } = useTranslation()
  /** So that the same file can be chosen again after it was changed. */
  const reset = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (file) await onChoose(file)
    reset.current?.()
  }
  return (
    <Group gap="xs">
      <FileButton resetRef={reset} accept="image/png,image/svg+xml" onChange={choose} disabled={isBusy}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy} leftSection={<IconUpload size={16} stroke={1.6} />}>
            {t(hasLogo ? 'administration:documents.replaceLogo' : 'administration:documents.chooseLogo')}
          </Button>
        )}
      </FileButton>
      {hasLogo && (
        <Button
          variant="subtle"
          color="red"
          disabled={isBusy}
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={onRemove}
        >
          {t('administration:documents.removeLogo')}
        </Button>
      )}
    </Group>
  )
}
