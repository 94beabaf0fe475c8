import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { Refusal } from '../../../ui/refusal.tsx'
import { rereadSettings, type Settings } from '../../settings-query.ts'
import classes from './documents.module.css'
import { LOGO_MAX_BYTES, logoQuery } from './logo-query.ts'

/** The logo with its picture. It is checked and stored as soon as a file is chosen. */
export function LogoPicker({ settings, isDisabled }: { settings: Settings; isDisabled: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const reset = useRef<() => void>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { data: picture, error } = useQuery({ ...logoQuery(settings.logo), enabled: settings.logo !== null })

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      await rereadSettings(client)
    } catch (refusal) {
      const [detail] = refusal instanceof ApiError ? refusal.details : []
      setProblem((detail ?? (refusal as Error)).message)
    }
    setBusy(false)
    reset.current?.()
  }

  function upload(file: File | null): void {
    if (!file) return
    if (file.size > LOGO_MAX_BYTES) setProblem(t('settings:documents.logoTooLarge'))
    else void run(() => call('PUT /settings/logo', { body: file }))
  }

  const name = labels.field('settings', 'logo')
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Input.Label component="span">{name}</Input.Label>
      {settings.logo && picture && <Picture address={picture} name={name} />}
      <Refusal reason={problem ?? error?.message} />
      {!isDisabled && (
        <Group gap="xs">
          <FileButton resetRef={reset} accept="image/png,image/svg+xml" onChange={upload} disabled={isBusy}>
            {(props) => (
              <Button {...props} variant="default" loading={isBusy} leftSection={<IconUpload size={16} stroke={1.6} />}>
                {t(settings.logo ? 'settings:documents.replaceLogo' : 'settings:documents.chooseLogo')}
              </Button>
            )}
          </FileButton>
          {settings.logo && (
            <Button
              variant="subtle"
              color="red"
              disabled={isBusy}
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={() => run(() => call('DELETE /settings/logo'))}
            >
              {t('settings:documents.removeLogo')}
            </Button>
          )}
        </Group>
      )}
      <Text size="xs" c="dimmed">
        {t('settings:documents.logoText')}
      </Text>
    </Stack>
  )
}

const Picture = ({ address, name }: { address: string; name: string }) => (
  <div>
    <img className={classes.logo} src={address} alt={name} />
  </div>
)
