import { Box, Button, Card, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permittedIn } from '../../api/permitted.ts'
import type { RecordRead } from '../../api/records.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'
import { FieldInput } from '../../fields/field.tsx'
import { isLongText } from '../../fields/field-kind.ts'
import { useKinds } from '../../fields/kinds-context.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ButtonKeys } from '../../ui/keys.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useCustomisation } from '../customisation.ts'
import { useFullTitle } from '../full-title.ts'
import classes from './form.module.css'
import { useFormAddress } from './form-address.ts'
import { formFields, type Values } from './form-values.ts'
import { KeptNotice } from './kept-notice.tsx'
import { SentForm } from './sent-form.tsx'
import { SimilarNotice } from './similar/similar-notice.tsx'
import { type RecordFormState, useRecordForm } from './use-record-form.ts'

const WIDTH = 960

interface RecordFormProps {
  readonly resource: Resource
  /** Undefined: a new record. */
  readonly read?: RecordRead
}

export function RecordForm({ resource, read }: RecordFormProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { hiddenFields = [] } = useCustomisation(resource.name)
  const [fields] = useState(() => openFields(formFields(resource, hiddenFields), read))
  const { given, back: origin } = useFormAddress(resource)
  const form = useRecordForm(resource, fields, { read, given, origin })
  const list = { label: labels.many(resource), href: `/${resource.path}` }
  const { stored } = form
  const titled = useFullTitle()
  const name = stored && titled(resource, stored.row)
  const back = stored ? `/${resource.path}/${stored.row.id}` : (origin ?? list.href)
  useUnsavedGuard(form.isDirty && !form.isSaving, form.kept.forget)
  useShortcuts([{ keys: 'mod+s', label: t('common:save'), run: () => void form.save() }])
  return (
    <SentForm form={form} onSend={form.save}>
      <PageHeader
        title={name ? t('records:edit', { name }) : t('lists:new', { thing: labels.one(resource) })}
        trail={name ? [list, { label: name, href: back }] : [list]}
      >
        <ButtonLink href={back} variant="default">
          {t('common:cancel')}
        </ButtonLink>
        <Button type="submit" loading={form.isSaving} rightSection={<ButtonKeys keys={['mod', 's']} />}>
          {t('common:save')}
        </Button>
      </PageHeader>
      <Box maw={WIDTH}>
        <KeptNotice kept={form.kept} />
      </Box>
      <Refusal reason={form.problem} mb="md" maw={WIDTH} />
      <FormFields resource={resource} fields={fields} form={form} given={given} />
    </SentForm>
  )
}

/** Of a record that is there already, what the user may still change of it. */
function openFields(fields: readonly Field[], read: RecordRead | undefined): readonly Field[] {
  if (!read) return fields
  const { edit } = permittedIn(read.row)
  return fields.filter(({ name }) => edit.some((path) => path === name || path.startsWith(`${name}.`)))
}

interface FormFieldsProps {
  readonly resource: Resource
  readonly fields: readonly Field[]
  readonly form: RecordFormState
  /** What is known already, so that the user need not begin there. */
  readonly given: Values
  /** Of a form beside a page that needs a record: takes one that is there instead. */
  readonly onUse?: (row: Row) => void
}

/** With the focus on one of these, a calendar would open before the user has seen the form. */
const CALENDARS = ['date', 'instant']

/** Plain fields together in one card; what is large stands by itself. */
export function FormFields({ resource, fields, form, given, onUse }: FormFieldsProps) {
  const { found, look } = form.similar
  const kinds = useKinds()
  const isWide = ({ kind }: Field) => kinds[kind].isWide ?? false
  const input = (field: Field, hasFocus = false) => (
    <FormField key={field.name} resource={resource} field={field} form={form} hasFocus={hasFocus} />
  )
  const plain = fields.filter((field) => !isWide(field) && field.kind !== 'flag')
  const flags = fields.filter(({ kind }) => kind === 'flag')
  const wide = fields.filter(isWide)
  const first = plain.find(({ kind, name }) => !CALENDARS.includes(kind) && !Object.hasOwn(given, name))
  return (
    <Stack gap="md" maw={WIDTH} onBlur={look}>
      {found.length > 0 && <SimilarNotice resource={resource} found={found} onUse={onUse} />}
      <Card>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          {plain.map((field) => input(field, field === first))}
        </SimpleGrid>
        {flags.length > 0 && (
          <Stack gap="sm" mt={plain.length > 0 ? 'lg' : 0}>
            {flags.map((field) => input(field))}
          </Stack>
        )}
      </Card>
      {wide.map((field) => (
        <Card key={field.name} className={field.kind === 'group' ? classes.group : undefined}>
          {input(field)}
        </Card>
      ))}
    </Stack>
  )
}

interface FormFieldProps {
  readonly resource: Resource
  readonly field: Field
  readonly form: RecordFormState
  readonly hasFocus: boolean
}

function FormField({ resource, field, form, hasFocus }: FormFieldProps) {
  const labels = useLabels()
  const { inputs = {} } = useCustomisation(resource.name)
  const { name } = field
  return (
    <div className={isLongText(field) ? classes.long : undefined}>
      <FieldInput
        field={field}
        path={name}
        resource={resource.name}
        label={labels.field(resource.name, name)}
        description={labels.help(resource.name, name, field.description)}
        value={form.values[name]}
        onChange={(value) => form.set(name, value)}
        error={form.errors[name]}
        errors={form.errors}
        isRequired={field.isRequired ?? false}
        hasFocus={hasFocus}
        values={form.values}
        set={form.set}
        isNew={form.stored === undefined}
        custom={inputs[name]}
      />
    </div>
  )
}
