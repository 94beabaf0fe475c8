import { Button, Card, Group, Input, Loader, Menu, Title } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { type CSSProperties, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { useResource } from '../../../api/use-resources.tsx'
import { useLabels } from '../../../i18n/locale.tsx'
import type { Errors } from '../../../screens/form/form-values.ts'
import { Keys } from '../../../ui/keys.tsx'
import { useAmountNames } from '../amount-names.ts'
import { documentKindOf } from '../document-kind.ts'
import type { DocumentForm } from '../edit/use-document-form.ts'
import { focusCell } from './focus-cell.ts'
import { useLastPrices } from './last-prices.ts'
import { useLineActions } from './line-actions.ts'
import { LineRow } from './line-row.tsx'
import classes from './lines.module.css'
import { decimalsOf, isBlank, type Line, NUMBERS, type NumberName, newLine, subtotalsIn } from './lines.ts'
import { PasteReport } from './paste-report.tsx'
import { useLineKeys } from './use-line-keys.ts'
import { usePaste } from './use-paste.ts'

interface LinesEditorProps {
  readonly resource: Resource
  readonly form: DocumentForm
  readonly currency: string | undefined
  /** Prices include tax. */
  readonly isGross: boolean
  /** Cells that may be written in, lines then neither come nor go; undefined: everything. */
  readonly open: readonly string[] | undefined
}

/** The lines of a document, written without a mouse. */
export function LinesEditor({ resource, form, currency, isGross, open }: LinesEditorProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const items = useResource('items')
  const place = useRef<HTMLDivElement>(null)
  const columns = useNumberColumns(resource)
  const { party, date } = documentKindOf(resource)
  const terms = resource.document!
  const act = useLineActions(form, place, columns, terms)
  const onKeyDown = useLineKeys(form, place, columns, open !== undefined)
  const pasting = usePaste(form, place, open ? undefined : items, terms)
  const lastPrices = useLastPrices(
    resource,
    party.field,
    date,
    isGross,
    form.draft.values[party.field] as string | null,
  )
  const { lines } = form.draft
  const subtotals = subtotalsIn(lines, decimalsOf(currency), isGross)
  const title = labels.field(resource.name, 'items')
  return (
    <Card padding={0} component="section" aria-label={title}>
      <Group justify="space-between" px="md" py="sm">
        <Title order={2}>{title}</Title>
        {pasting.isBusy && <Loader size="xs" aria-label={t('common:loading')} />}
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the cells is heard in one place. */}
      <div
        ref={place}
        className={classes.lines}
        data-fixed={open ? true : undefined}
        style={{ '--numbers': widthsOf(columns) } as CSSProperties}
        onKeyDown={onKeyDown}
        onPaste={pasting.onPaste}
      >
        <Heads {...{ resource, columns, isGross }} />
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            {...{ resource, items, line, terms, columns, currency, isGross, lastPrices, open, act }}
            number={index + 1}
            subtotal={subtotals.get(line.key)}
            errors={errorsOf(form.errors, index)}
          />
        ))}
      </div>
      {form.errors.items && (
        <Input.Error px="md" pt="xs">
          {lines.every(isBlank) ? t('orders:noLines') : form.errors.items}
        </Input.Error>
      )}
      <PasteReport report={pasting.report} onClose={pasting.forget} />
      {!open && <Foot isPriced={terms.price !== undefined} onAdd={(more) => addLine(form, place.current, more)} />}
    </Card>
  )
}

function addLine(form: DocumentForm, place: HTMLElement | null, more: Partial<Line>): void {
  const added = newLine(more)
  form.setLines((lines) => [...lines, added])
  focusCell(place, added.key, 'item')
}

/** What the user may see of the numbers; a hidden price leaves no empty column. */
function useNumberColumns(resource: Resource): readonly NumberName[] {
  return useMemo(() => NUMBERS.filter((name) => fieldOf(resource, `items.${name}`)), [resource])
}

const WIDTHS: Readonly<Record<NumberName | 'amount', string>> = {
  quantity: '5rem',
  rate: '6rem',
  discount: '5.25rem',
  taxRate: '4.5rem',
  amount: '7rem',
}

const widthsOf = (columns: readonly NumberName[]) =>
  [...columns, ...(columns.includes('rate') ? (['amount'] as const) : [])].map((name) => WIDTHS[name]).join(' ')

const NO_ERRORS: Errors = {}

/** The same object while there is nothing to say, so that the line is not drawn again. */
function errorsOf(errors: Errors, index: number): Errors {
  const start = `items.${index}.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(start))
  return own.length === 0
    ? NO_ERRORS
    : Object.fromEntries(own.map(([path, message]) => [path.slice(start.length), message]))
}

interface HeadsProps extends Pick<LinesEditorProps, 'resource' | 'isGross'> {
  readonly columns: readonly NumberName[]
}

function Heads({ resource, columns, isGross }: HeadsProps) {
  const nameOf = useAmountNames(resource, isGross)
  const names = ['item', ...columns, ...(columns.includes('rate') ? ['amount'] : [])]
  return (
    <div className={classes.head} aria-hidden>
      <span />
      {names.map((name) => (
        <span key={name}>{nameOf(`items.${name}`)}</span>
      ))}
    </div>
  )
}

/** Lines that are about no item, by what they are called. */
const OTHER_LINES = {
  free: { description: '' },
  text: { kind: 'text', description: '' },
  heading: { kind: 'heading', description: '' },
  subtotal: { kind: 'subtotal', description: '' },
} as const

interface FootProps {
  readonly isPriced: boolean
  readonly onAdd: (more: Partial<Line>) => void
}

function Foot({ isPriced, onAdd }: FootProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.foot}>
      <Group gap={4}>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={15} />} onClick={() => onAdd({})}>
          {t('common:addLine')}
        </Button>
        {isPriced && (
          <Menu position="bottom-start" shadow="md" returnFocus={false}>
            <Menu.Target>
              <Button variant="subtle" color="gray" size="compact-sm" rightSection={<IconChevronDown size={14} />}>
                {t('orders:kinds.other')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {Object.entries(OTHER_LINES).map(([name, more]) => (
                <Menu.Item key={name} onClick={() => onAdd(more)}>
                  {t(`orders:kinds.${name}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Group gap={6} className={classes.keys} visibleFrom="sm">
        <Keys keys={['enter']} /> {t('orders:keys.next')} · <Keys keys={['mod', 'delete']} /> {t('orders:keys.remove')}{' '}
        · <Keys keys={['alt', 'up', 'down']} /> {t('orders:keys.move')} · <Keys keys={['alt', 'enter']} />{' '}
        {t('orders:keys.describe')} · <Keys keys={['mod', 'v']} /> {t('orders:keys.paste')}
      </Group>
    </div>
  )
}
