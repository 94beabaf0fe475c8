import { Alert, Anchor, Button, Card, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../api/http.ts'
import type { Resource } from '../../api/resources.ts'
import { useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { FormScreenProps } from '../../screens/customisation.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { FILE_TYPES, MODES, type Mode, startImport } from './import-api.ts'

const SIZE_MAX = 20 * 1024 * 1024

/** Which records, what happens to those that are there already, and the file. */
export function UploadForm({ resource: imports }: FormScreenProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const possible = useResources().filter(({ isImportable }) => isImportable)
  const [name, setName] = useState(possible[0]?.name ?? null)
  const [mode, setMode] = useState<Mode>('upsert')
  const [isBusy, setBusy] = useState(false)

  async function upload(file: File | undefined): Promise<void> {
    if (!file || !name) return
    setBusy(true)
    try {
      const { data } = await startImport(name, file, mode)
      await navigate({ to: `/${imports.path}/${data.id}` })
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHeader
        title={t('import:title')}
        description={t('import:description')}
        trail={[{ label: labels.many(imports), href: `/${imports.path}` }]}
      />
      <Card maw={760}>
        {possible.length === 0 ? (
          <Alert color="orange">{t('import:notAllowed')}</Alert>
        ) : (
          <Stack gap="lg">
            <TargetChoice possible={possible} name={name} onChange={setName} />
            <ModeChoice mode={mode} onChange={setMode} />
            <FileDrop isBusy={isBusy} onDrop={(file) => void upload(file)} />
          </Stack>
        )}
      </Card>
    </>
  )
}

interface TargetChoiceProps {
  readonly possible: readonly Resource[]
  readonly name: string | null
  readonly onChange: (name: string | null) => void
}

/** Which records the file holds, and a file to begin with. */
function TargetChoice({ possible, name, onChange }: TargetChoiceProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Group align="flex-end" gap="md">
      <Select
        label={t('import:what')}
        data={possible.map((one) => ({ value: one.name, label: labels.many(one) }))}
        value={name}
        onChange={onChange}
        allowDeselect={false}
      />
      <Anchor
        component="button"
        size="sm"
        pb={8}
        onClick={() => void download(`/imports/template?resource=${name}`, `${name}.csv`).catch(toast.notLoaded)}
      >
        {t('import:template')}
      </Anchor>
    </Group>
  )
}

const isWrong = (file: FileRejection | undefined) => file?.errors.some(({ code }) => code === 'file-invalid-type')

function FileDrop({ isBusy, onDrop }: { isBusy: boolean; onDrop: (file: File | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <Dropzone
      onDrop={([file]) => onDrop(file)}
      onReject={([file]) => toast.note(t(isWrong(file) ? 'import:wrongType' : 'import:tooLarge'))}
      accept={FILE_TYPES}
      maxSize={SIZE_MAX}
      multiple={false}
      useFsAccessApi={false}
      loading={isBusy}
      inputProps={{ 'aria-label': t('import:choose') }}
    >
      <Stack align="center" gap={6} py="xl">
        <IconFileUpload size={36} stroke={1.4} aria-hidden />
        <Text fw={500}>{t('import:drop')}</Text>
        <Text size="sm" c="dimmed">
          {t('import:format')}
        </Text>
        <Button variant="light" component="span" tabIndex={-1}>
          {t('import:choose')}
        </Button>
      </Stack>
    </Dropzone>
  )
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} id="import-mode">
        {t('import:mode')}
      </Text>
      <SegmentedControl
        aria-labelledby="import-mode"
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        value={mode}
        onChange={(value) => onChange(value as Mode)}
        data={MODES.map((value) => ({ value, label: t(`import:modes.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`import:about.${mode}`)}
      </Text>
    </Stack>
  )
}
