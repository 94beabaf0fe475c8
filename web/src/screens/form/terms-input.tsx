import { useTranslation } from 'react-i18next'
import { dueDateOf } from '../../../../server/src/resources/shared/payment-terms.ts'
import { useToday } from '../../api/me.ts'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { ChoiceField, useSearch } from '../../ui/pickers/choice-field.tsx'
import { matching, type Option } from '../../ui/pickers/options.ts'

const USUAL = ['Due on receipt', 'Net 7', 'Net 14', 'Net 30', 'Net 45', 'Net 60', 'Net 90', 'EOM', 'EOM+10']
/** The server reads English terms only. */
const GERMAN_DAYS = /^(?:netto\s*)?(\d+)(?:\s*tage?)?(?:\s*netto)?$/i
const GERMAN_AT_ONCE = /^sofort( fällig)?$/i

interface TermsInputProps extends InputProps {
  /** What applies if the field is left empty. */
  readonly fallback?: string | null
  /** The date of the invoice; missing: today. */
  readonly from?: string | null
}

/** Payment terms of which the due date follows; a text of which none follows is refused. */
export function TermsInput({ fallback, from, ...props }: TermsInputProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = useToday()
  const search = useSearch()
  const date = from ?? today
  const value = (props.value as string | null) ?? null
  const shown = value ?? fallback ?? null
  const dueOf = (terms: string) => format.date(dueDateOf(date, terms).dueDate)
  const optionOf = (terms: string): Option => ({
    id: terms,
    label: terms,
    hint: t('orders:terms.due', { date: dueOf(terms) }),
  })
  const choicesFor = (text: string) => choicesOf(text, date).map(optionOf)
  const isKnown = shown === null || dueDateOf(date, shown).isUnderstood
  return (
    <ChoiceField
      {...commonProps(props)}
      placeholder={fallback ?? undefined}
      description={
        shown !== null && isKnown ? t('orders:terms.dueOf', { from: format.date(date), date: dueOf(shown) }) : undefined
      }
      error={props.error ?? (isKnown ? undefined : t('orders:terms.unknown', { terms: shown }))}
      isClearable
      search={search}
      choices={{ shown: choicesFor(search.typed ?? ''), isCurrent: true, all: async (text) => choicesFor(text) }}
      chosen={value === null ? undefined : optionOf(value)}
      onChoose={(option) => props.onChange(option?.id ?? null)}
    />
  )
}

/** The usual terms that a text may mean, and the text itself if a due date follows from it. */
function choicesOf(text: string, date: string): readonly string[] {
  const typed = inEnglish(text.trim())
  const usual = matching(
    USUAL.map((terms) => ({ id: terms, label: terms })),
    typed,
  ).map(({ id }) => id)
  const isTerms = typed !== '' && dueDateOf(date, typed).isUnderstood
  const isListed = usual.some((terms) => terms.toLowerCase() === typed.toLowerCase())
  return isTerms && !isListed ? [typed, ...usual] : usual
}

function inEnglish(text: string): string {
  if (GERMAN_AT_ONCE.test(text)) return 'Due on receipt'
  const days = GERMAN_DAYS.exec(text)?.[1]
  return days ? `Net ${days}` : text
}
