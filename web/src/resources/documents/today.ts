import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/me.ts'

/** Which day it is where the company is. */
export function useToday(): string {
  const { data } = useQuery(meQuery)
  const timeZone = data?.company?.timeZone
  return new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date())
}

const DAY_MS = 86_400_000

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
