import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sumOf, type TaxRounding } from '../../../../../server/src/model/money.ts'
import { meQuery } from '../../../api/me.ts'
import { permittedIn } from '../../../api/permitted.ts'
import type { RecordRead } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { isDraft, stageOf } from '../../../api/stages.ts'
import { titleOf } from '../../../api/titles.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import { useCustomisation } from '../../../screens/customisation.ts'
import { KeptNotice } from '../../../screens/form/kept-notice.tsx'
import { ButtonKeys } from '../../../ui/keys.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Refusal } from '../../../ui/refusal.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { documentKindOf, LINES } from '../document-kind.ts'
import { focusCell } from '../lines/focus-cell.ts'
import { decimalsOf, isBlank, totalsFor } from '../lines/lines.ts'
import { LinesEditor } from '../lines/lines-editor.tsx'
import classes from './document-editor.module.css'
import { DocumentHead } from './document-head.tsx'
import { DocumentTerms } from './document-terms.tsx'
import type { Draft } from './draft.ts'
import { Summary } from './summary.tsx'
import { type DocumentForm, useDocumentForm } from './use-document-form.ts'

export interface DocumentEditorProps {
  readonly resource: Resource
  readonly start: Draft
  /** Undefined: a new one. */
  readonly read: RecordRead | undefined
}

/** Writes a document. */
export function DocumentEditor({ resource, start, read }: DocumentEditorProps) {
  const format = useFormat()
  const me = useQuery(meQuery)
  const form = useDocumentForm(resource, start, read)
  const { party } = documentKindOf(resource)
  const parties = useResource(party.resource)
  const { PartyPanel } = useCustomisation(party.resource)
  const { values, lines } = form.draft
  const { stored } = form
  // What was only just created has not been read yet, and is as open as a new one.
  const open = stored?.row.permitted ? permittedIn(stored.row).edit : undefined
  const isOpen = (name: string) => open?.includes(name) ?? true
  const part = { resource, form, isOpen, row: stored?.row ?? { id: '', ...values } }
  const currency = (stored?.row.currency as string | undefined) ?? format.currency
  const taxRounding = (stored?.row.taxRounding as TaxRounding | undefined) ?? me.data?.company?.taxRounding ?? 'rate'
  const isGross = stored ? stored.row.pricesIncludeTax === true : me.data?.company?.pricesIncludeTax === true
  const totals = totalsFor(lines, decimalsOf(currency), taxRounding, isGross)
  // What the server knows of a document that is no draft any more is in the customer's balance already.
  const isCounted = stored && stageOf(resource, stored.row.status) && !isDraft(resource, stored.row.status)
  const known = isCounted ? Number(stored.row.total ?? 0) : 0
  const partyId = values[party.field]
  const count = lines.filter((line) => !isBlank(line)).length
  useUnsavedGuard(form.isDirty && !form.isSaving, form.kept.forget)
  useEffect(() => {
    // A new document for a party that is known begins with its first line.
    const [first] = start.lines
    if (!read && first && isBlank(first) && start.values[party.field])
      focusCell(form.element.current, first.key, 'item')
  }, [read, start, party.field, form.element])
  return (
    <form noValidate className={classes.form} ref={form.element} onSubmit={(event) => event.preventDefault()}>
      <EditorHeader {...{ resource, form }} />
      <KeptNotice kept={form.kept} />
      <Refusal reason={form.problem} mb="md" />
      <div className={classes.editor}>
        <div className={classes.main}>
          <DocumentHead {...part} onEnter={() => focusCell(form.element.current, lines[0]!.key, 'item')} />
          <LinesEditor {...{ resource, form, currency, isGross }} open={isOpen(LINES) ? undefined : lineCells(open!)} />
          <DocumentTerms {...part} />
        </div>
        <aside className={classes.aside}>
          <Summary {...{ resource, totals, count, isGross }} />
          {PartyPanel && parties && typeof partyId === 'string' && (
            <Suspense>
              <PartyPanel id={partyId} more={sumOf([totals.total, -known])} />
            </Suspense>
          )}
        </aside>
      </div>
      <div className={classes.bar}>
        <Text fw={700} className="numbers">
          {format.money(totals.total)}
        </Text>
        <SaveButton form={form} />
      </div>
    </form>
  )
}

/** `items.quantity` → `quantity` */
const lineCells = (open: readonly string[]) =>
  open.filter((path) => path.startsWith(`${LINES}.`)).map((path) => path.slice(LINES.length + 1))

interface EditorHeaderProps {
  readonly resource: Resource
  readonly form: DocumentForm
}

function EditorHeader({ resource, form }: EditorHeaderProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const list = { label: labels.many(resource), href: `/${resource.path}` }
  const { stored } = form
  const name = stored && titleOf(resource, stored.row)
  const back = stored ? `/${resource.path}/${stored.row.id}` : list.href
  const finishes = form.next !== undefined
  const finish = labels.action(form.next ?? '')
  useShortcuts([
    { keys: 'mod+s', label: t('common:save'), run: () => void form.save(false) },
    ...(finishes ? [{ keys: 'mod+enter', label: finish, run: () => void form.save(true) }] : []),
  ])
  return (
    <PageHeader
      title={name ? t('records:edit', { name }) : t('lists:new', { thing: labels.one(resource) })}
      trail={name ? [list, { label: name, href: back }] : [list]}
    >
      <ButtonLink href={back} variant="subtle" color="gray">
        {t('common:cancel')}
      </ButtonLink>
      {finishes && (
        <Button
          variant="default"
          loading={form.isSaving}
          rightSection={<ButtonKeys keys={['mod', 'enter']} />}
          onClick={() => void form.save(true)}
        >
          {finish}
        </Button>
      )}
      <SaveButton form={form} />
    </PageHeader>
  )
}

function SaveButton({ form }: { form: DocumentForm }) {
  const { t } = useTranslation()
  return (
    <Button
      loading={form.isSaving}
      rightSection={<ButtonKeys keys={['mod', 's']} />}
      onClick={() => void form.save(false)}
    >
      {t('common:save')}
    </Button>
  )
}
