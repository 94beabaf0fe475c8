import { Input, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { fetchApi } from '../../../api/http.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { Refusal } from '../../../ui/refusal.tsx'
import { rereadSettings, type Settings } from '../../settings-query.ts'
import classes from './documents.module.css'
import { LogoButtons } from './logo-buttons.tsx'

/** The logo with its picture. It is checked and stored as soon as a file is chosen. */
export function LogoPicker({ settings: { logo }, isDisabled }: { settings: Settings; isDisabled: boolean }) {
  const { t } = useTranslation()
  const name = useLabels().field('settings', 'logo')
  const { problem, isBusy, upload, remove } = useLogo()
  const { data: picture, error } = useQuery({ ...logoQuery(logo), enabled: logo !== null })
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Input.Label component="span">{name}</Input.Label>
      {logo && picture && (
        <div>
          <img className={classes.logo} src={picture} alt={name} />
        </div>
      )}
      <Refusal reason={problem ?? error?.message} />
      {!isDisabled && <LogoButtons hasLogo={logo !== null} isBusy={isBusy} onChoose={upload} onRemove={remove} />}
      <Text size="xs" c="dimmed">
        {t('administration:documents.logoText')}
      </Text>
    </Stack>
  )
}

function useLogo() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

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
  }

  return {
    problem,
    isBusy,
    async upload(file: File): Promise<void> {
      if (file.size > LOGO_MAX_BYTES) setProblem(t('administration:documents.logoTooLarge'))
      else await run(() => call('PUT /settings/logo', { body: file }))
    },
    remove: () => run(() => call('DELETE /settings/logo')),
  }
}

const LOGO_MAX_BYTES = 512 * 1024

/** The stored logo as an address that an image can show: an image does not send the token of the user. */
const logoQuery = (digest: string | null) =>
  queryOptions({
    queryKey: ['settings', 'logo', digest],
    queryFn: async ({ signal }) => {
      const response = await fetchApi('/settings/logo', { signal, headers: { accept: 'image/*' } })
      return dataUrlOf(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
