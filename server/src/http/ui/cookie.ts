import type { FastifyRequest } from 'fastify'

const NAME = 'kontor_session'
const VALUE = new RegExp(`(?:^|;)\\s*${NAME}=([^;\\s]{1,200})\\s*(?:;|$)`)

/** The cookie in which the web interface keeps its session. Only `/ui` ever sees it, and no script does. */
export const sessionCookie = {
  in: ({ headers }: FastifyRequest): string | undefined => VALUE.exec(headers.cookie ?? '')?.[1],
  holding: (value: string, seconds: number, isSecure: boolean): string => written(value, seconds, isSecure),
  cleared: (isSecure: boolean): string => written('', 0, isSecure),
}

const written = (value: string, seconds: number, isSecure: boolean) =>
  [
    `${NAME}=${value}`,
    'Path=/ui',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
