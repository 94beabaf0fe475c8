import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { sentence } from '../../../../server/src/model/sentence.ts'
import { call } from '../../api/call.ts'
import { useFormat } from '../../i18n/locale.tsx'
import {
  type ConnectedApp,
  connectedAppsQuery,
  type OwnKey,
  type OwnSession,
  type OwnWebhook,
  ownKeysQuery,
  ownWebhooksQuery,
  sessionsQuery,
} from './access-queries.ts'
import { useDeviceName } from './device.ts'

export const ACCESS_KINDS = ['sessions', 'apps', 'keys', 'webhooks'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** Something that can act for the user. */
export interface Access {
  readonly id: string
  readonly kind: AccessKind
  readonly name: string
  readonly hint?: string | undefined
  readonly details: readonly (string | null | undefined)[]
  /** The session of this browser. */
  readonly isCurrent: boolean
  /** Of a session: one of a browser rather than of a program. */
  readonly isBrowser: boolean
  /** When it was last used, or else created: the latest comes first. */
  readonly at: string
  readonly end: () => Promise<unknown>
}

/** Everything that can act for the user, in one list: this session first, then what was used last. */
export function useAccessList() {
  const [sessions, apps, keys] = [useQuery(sessionsQuery), useQuery(connectedAppsQuery), useQuery(ownKeysQuery)]
  const webhooks = useQuery(ownWebhooksQuery)
  const [ofSession, ofApp, ofKey, ofWebhook] = [useSessionAccess(), useAppAccess(), useKeyAccess(), useWebhookAccess()]
  const isRead = sessions.data && apps.data && keys.data && webhooks.data
  const all = isRead && [
    ...sessions.data.map(ofSession),
    ...apps.data.map(ofApp),
    ...keys.data.map(ofKey),
    ...webhooks.data.map(ofWebhook),
  ]
  return {
    list: all?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || later(one, other)),
    error: sessions.error ?? apps.error ?? keys.error ?? webhooks.error,
    refetch: () => Promise.all([sessions.refetch(), apps.refetch(), keys.refetch(), webhooks.refetch()]),
  }
}

const later = (one: Access, other: Access) => (one.at < other.at ? 1 : -1)

function useSessionAccess(): (session: OwnSession) => Access {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useDeviceName()
  return ({ id, userAgent, address, lastSeenAt, createdAt, isWeb, isCurrent, kind = isWeb ? 'web' : 'api' }) => {
    const at = lastSeenAt ?? createdAt
    return {
      id,
      kind: 'sessions',
      name: nameOf(userAgent),
      hint: userAgent ?? undefined,
      details: [kindName(kind), address, t('security:access.seen', { when: format.ago(at) })],
      isCurrent: isCurrent ?? false,
      isBrowser: kind !== 'api',
      at,
      end: () => call('DELETE /auth/sessions/{id}', { path: { id } }),
    }
  }
}

/** A kind of a newer server is at least named. */
function kindName(kind: string): string {
  const key = `security:access.kinds.${kind}`
  return i18next.exists(key) ? i18next.t(key) : sentence(kind)
}

/** Scopes that open no record need no mention. */
const TOLD = ['read', 'write', 'delete', 'admin']

function useRights(): (scopes: readonly string[]) => string {
  const { t } = useTranslation()
  return (scopes) =>
    scopes
      .filter((scope) => TOLD.includes(scope))
      .map((scope) => t(`settings:scopes.${scope}.title`))
      .join(', ')
}

function useAppAccess(): (app: ConnectedApp) => Access {
  const { t } = useTranslation()
  const format = useFormat()
  const rightsOf = useRights()
  return ({ id, name, scopes, createdAt }) => ({
    id,
    kind: 'apps',
    name,
    details: [t('security:access.app'), rightsOf(scopes), t('security:access.since', { day: format.day(createdAt) })],
    isCurrent: false,
    isBrowser: false,
    at: createdAt,
    end: () => call('DELETE /auth/connected-apps/{id}', { path: { id } }),
  })
}

function useKeyAccess(): (key: OwnKey) => Access {
  const { t } = useTranslation()
  const format = useFormat()
  const rightsOf = useRights()
  return ({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, lastUsedIp }) => ({
    id,
    kind: 'keys',
    name,
    hint: `${prefix}…`,
    details: [
      t('security:access.key'),
      rightsOf(scopes),
      lastUsedIp,
      lastUsedAt ? t('security:access.seen', { when: format.ago(lastUsedAt) }) : t('security:access.unused'),
      t('security:access.until', { day: format.day(expiresAt) }),
    ],
    isCurrent: false,
    isBrowser: false,
    at: lastUsedAt ?? createdAt,
    end: () => call('DELETE /auth/api-keys/{id}', { path: { id } }),
  })
}

function useWebhookAccess(): (webhook: OwnWebhook) => Access {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ id, url, events, createdAt }) => ({
    id,
    kind: 'webhooks',
    name: url,
    details: [
      t('security:access.webhook'),
      (events ?? []).join(', '),
      t('security:access.since', { day: format.day(createdAt) }),
    ],
    isCurrent: false,
    isBrowser: false,
    at: createdAt,
    end: () => call('DELETE /auth/webhooks/{id}', { path: { id } }),
  })
}
