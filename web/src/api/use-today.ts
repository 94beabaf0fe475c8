import { useQuery } from '@tanstack/react-query'
import { meQuery } from './me.ts'

/** Today in the time zone of the company. */
export function useToday(): string {
  const { data } = useQuery(meQuery)
  const timeZone = data?.company?.timeZone
  return new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date())
}
