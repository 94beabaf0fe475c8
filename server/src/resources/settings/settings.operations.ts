import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { latest } from '../../model/memo.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { DocumentResource } from '../documents/document-type.ts'
import { SETTINGS_ID, type Settings, settings } from './settings.resource.ts'

/** Of an instant such as 2026-12-31T23:59:59.999Z, all but the milliseconds. */
const SECOND_LENGTH = 19

/** Documents have numbers, dates and currencies: the settings come with the records that a request names. */
export const companySettings = { resource: settings.name, id: SETTINGS_ID }

export const businessSettings = ({ records }: Context<Reads>): Promise<Settings> => records.get(settings, SETTINGS_ID)

/** What new records begin with. */
export const usualValues = async (ctx: Context<Reads>): Promise<Settings['defaults']> =>
  (await businessSettings(ctx)).defaults

/** How the numbers of such documents are written. */
export function patternOf(settings: Settings, { name, document }: DocumentResource): string {
  const { pattern, setting } = document.number!
  return setting ? ((settings as AnyRecord)[setting] as string) : (settings.numberPatterns[name] ?? pattern)
}

/** Which day it is where the company is. */
export async function today(ctx: Context<Reads>): Promise<string> {
  return dayIn((await businessSettings(ctx)).timeZone, ctx.now)
}

/** Worked out once a second: it is dearer than pricing a line. */
export const dayIn = (timeZone: string, now: string): string => dayAt(`${now.slice(0, SECOND_LENGTH)}Z[${timeZone}]`)

const dayAt = latest((second: string): string => Temporal.ZonedDateTime.from(second).toPlainDate().toString())
