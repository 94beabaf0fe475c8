import { shorten } from '../../model/input.ts'
import { keyFieldAt, keyNamesOf, type RecordKey } from '../../model/keys/record-key.ts'
import { eitherOf, fieldName, msg, recordName, recordsName } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { isPlainText } from '../../model/text.ts'
import { refuseHidden } from '../access.ts'
import { invalid, shown } from '../lists/parameters.ts'
import { Problem } from '../problem.ts'
import type { Reads } from '../store.ts'

/** The key in an address such as `/items/by/itemCode/BOLT-M8`. A role cannot ask by a field that it does not see. */
export function keyIn(resource: Resource, permission: Permission, field: string, value: string): RecordKey {
  if (!keyFieldAt(resource, field)) {
    const message = msg`${shown(field)} is not a unique field of ${recordsName(resource)}. Use ${eitherOf(keyNamesOf(resource))}.`
    throw invalid('field', message)
  }
  refuseHidden(permission, [field])
  if (!isPlainText(value)) throw invalid('value', msg`Parameters must not contain control characters.`)
  return { field, value: value.trim() }
}

export const findByKey = (
  records: Reads,
  resource: Resource,
  { field, value }: RecordKey,
): Promise<AnyRecord | undefined> => records.find(resource, { [field]: value } as never)

export const noRecordWith = (resource: Resource, { field, value }: RecordKey): Problem =>
  new Problem('NOT_FOUND', {
    text: msg`There is no ${recordName(resource)} with ${fieldName(field)} "${shorten(value)}".`,
  })
