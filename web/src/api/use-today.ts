import { useQuery } from '@tanstack/react-query'
import { meQuery } from './me.ts'

/** Which day it is where the company is. */
export function useToday(): string {
  const { data } = useQuery(meQuery)
  const timeZone = data?.company?.timeZone
  return new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date())
}
