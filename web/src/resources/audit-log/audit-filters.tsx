import { useTranslation } from 'react-i18next'
import { useResource, useResources } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { ListState } from '../../screens/list/list-state.ts'
import { RecordPicker } from '../../ui/pickers/record-picker.tsx'
import { SearchSelect } from '../../ui/pickers/search-select.tsx'
import classes from './audit.module.css'

/** The most frequent filters; the rest is in the general filter. */
const ACTIONS = [
  ...['create', 'update', 'delete', 'export', 'login', 'login-failed', 'logout', 'refused'],
  ...['grant', 'grant-denied', 'revoke', 'rotate-secret', 'refresh-token-reused'],
] as const

/** The filters that most readers need: user, resource and action. */
export function AuditFilters({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resources = useResources()
  const users = useResource('users')
  return (
    <>
      {users && (
        <RecordPicker
          className={classes.filter}
          resource="users"
          aria-label={t('access:audit.user')}
          placeholder={t('access:audit.user')}
          isClearable
          value={state.search.actor ?? null}
          onChange={(id) => state.change({ actor: id ?? undefined })}
        />
      )}
      <SearchSelect
        className={classes.filter}
        aria-label={t('settings:resource')}
        placeholder={t('access:audit.anyResource')}
        isClearable
        options={resources.map((one) => ({ id: one.name, label: labels.many(one) }))}
        value={state.search.resource ?? null}
        onChange={(next) => state.change({ resource: next ?? undefined })}
      />
      <SearchSelect
        className={classes.filter}
        aria-label={t('access:audit.action')}
        placeholder={t('access:audit.anyAction')}
        isClearable
        options={ACTIONS.map((name) => ({ id: name, label: labels.action(name) }))}
        value={state.search.action ?? null}
        onChange={(next) => state.change({ action: next ?? undefined })}
      />
    </>
  )
}
