import { type Narrowing, pickQuery } from '../../api/find-records.ts'
import { type Resource, type Row, valueAt } from '../../api/resources.ts'
import { titleFieldsOf, titleOf } from '../../api/titles.ts'
import { bestFirst, matching, type Option } from './options.ts'
import { type Choices, useFoundChoices } from './use-choices.ts'

/** What every field has in which records are picked. */
export interface PickerProps {
  readonly resource: string
  readonly label?: string
  readonly 'aria-label'?: string
  readonly description?: string
  readonly error?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

export interface RecordOption extends Option {
  readonly row: Row
}

/** The records that a typed text may mean. */
export function useRecordChoices(
  resource: Resource,
  text: string,
  isOpen: boolean,
  narrowing?: Narrowing,
): Choices<RecordOption> {
  const found = useFoundChoices((words) => pickQuery(resource, words, narrowing), text, isOpen)
  return {
    shown: optionsOf(resource, found.shown, text),
    isCurrent: found.isCurrent,
    all: async (words) => optionsOf(resource, await found.all(words), words),
  }
}

function optionsOf(resource: Resource, rows: readonly Row[], text: string): readonly RecordOption[] {
  const options = rows.map((row) => optionOf(resource, row))
  if (resource.isInSearch) return options
  return resource.isSearchable ? bestFirst(options, text) : matching(options, text)
}

function optionOf(resource: Resource, row: Row): RecordOption {
  const [, second] = titleFieldsOf(resource)
  const code = second && valueAt(row, second)
  return { id: row.id, label: titleOf(resource, row), row, ...(code ? { code: String(code) } : {}) }
}
