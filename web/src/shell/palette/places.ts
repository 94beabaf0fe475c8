import { useTranslation } from 'react-i18next'
import { type Destination, useCreatable, useDestinations } from '../navigation.ts'

export type Place = Destination

const SHOWN_UNASKED = 7
const SHOWN = 5
/** “new order”, “Auftrag anlegen”: what is left are the words of the record. */
const CREATE = /^(new|create|add|neu(e[rsmn]?)?|anlegen|erstellen)$/

interface Places {
  /** What can be created, where the text says that this is wanted. */
  readonly actions: readonly Place[]
  /** Pages whose name begins with the text; they go before the records. */
  readonly first: readonly Place[]
  readonly pages: readonly Place[]
  readonly creatable: readonly Place[]
}

/** The pages and records to create that a text may mean. */
export function usePlaces(text: string): Places {
  const { t } = useTranslation()
  const destinations = useDestinations()
  const things = useCreatable()
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/).filter((word) => !CREATE.test(word))
  const isCreation = wanted.split(/\s+/).some((word) => CREATE.test(word))
  const shown = wanted === '' ? SHOWN_UNASKED : SHOWN
  const pages = destinations.filter(({ label }) => label.toLowerCase().includes(wanted))
  const isFirst = ({ label }: Place) => wanted !== '' && label.toLowerCase().startsWith(wanted)
  const creatable = things
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, shown)
    .map((place) => ({ ...place, label: t('lists:new', { thing: place.label }) }))
  return {
    actions: isCreation ? creatable : [],
    first: pages.filter(isFirst).slice(0, shown),
    pages: pages.filter((page) => !isFirst(page)).slice(0, shown),
    creatable: isCreation ? [] : creatable,
  }
}
