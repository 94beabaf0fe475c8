import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Field, fieldOf, type Resource } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { type ChangedPart, type ChangesByPath, fateOf, type LineSubject, partsOf, subjectOf } from './line-changes.ts'
import classes from './record.module.css'

interface ChangesProps {
  readonly resource: Resource
  readonly changes: ChangesByPath
  /** What is known of lines, by id. */
  readonly lines: ReadonlyMap<string, LineSubject>
}

/** Old and new values: field by field, and line by line under the name of the line. */
export const Changes = ({ resource, changes, lines }: ChangesProps) => (
  <Stack gap={4} mt={4}>
    {partsOf(withoutInternal(changes)).map((part) =>
      part.line ? (
        <ChangedLine key={part.line} resource={resource} part={part} subject={lines.get(part.line)} />
      ) : (
        part.changes.map(({ path, change: [before, after] }) => (
          <Change key={path} resource={resource} path={path} before={before} after={after} />
        ))
      ),
    )}
  </Stack>
)

/** What the audit log holds instead of a secret value. */
const SECRET = '[secret]'
/** Secrets that users know of. Other fields that are never shown are figures that the server keeps for itself. */
const KNOWN_SECRETS = new Set(['password', 'passwordHash', 'keyHash', 'secretHash'])

const withoutInternal = (changes: ChangesByPath): ChangesByPath =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([path, [before, after]]) =>
        (before !== SECRET && after !== SECRET) || KNOWN_SECRETS.has(path.split('.').at(-1)!),
    ),
  )

interface ChangedLineProps {
  readonly resource: Resource
  readonly part: ChangedPart
  readonly subject: LineSubject | undefined
}

function ChangedLine({ resource, part, subject }: ChangedLineProps) {
  const { t } = useTranslation()
  const field = subjectOf(fieldOf(resource, part.list))
  const name = useName(field, subject) ?? t('records:line')
  const fate = fateOf(part, resource)
  const title = fate ? t(`records:lineFate.${fate}`, { name }) : name
  // The name of the line says what its subject is.
  const shown = part.changes.filter(({ path }) => !fate || path !== `${part.list}.${field?.name}`)
  return (
    <fieldset className={classes.line}>
      <Text component="legend" size="sm" fw={500}>
        {title}
      </Text>
      <div className={classes.lineChanges}>
        {shown.map(({ path, change: [before, after] }) => (
          <Change key={path} resource={resource} path={path} before={before} after={after} />
        ))}
      </div>
    </fieldset>
  )
}

function useName(field: Field | undefined, subject: LineSubject | undefined): string | undefined {
  const target = useResource(field?.target ?? '')
  const isAsked = target !== undefined && subject !== undefined && !subject.name
  const { data } = useQuery({ ...titleQuery(target!, subject?.id ?? ''), enabled: isAsked })
  return subject?.name ?? data
}

interface ChangeProps {
  readonly resource: Resource
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** What a field was, and what it became. */
function Change({ resource, path, before, after }: ChangeProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const field = fieldOf(resource, path)
  const name = labels.field(resource.name, path)
  if (before === SECRET || after === SECRET) return <Text size="sm">{t('records:secretChanged', { name })}</Text>
  return (
    <div className={classes.change}>
      <Text size="sm" c="dimmed" span>
        {name}
      </Text>
      {before !== null && (
        <span className={classes.before}>
          <Side field={field} value={before} />
        </span>
      )}
      <span aria-hidden>→</span>
      <span>
        <Side field={field} value={after} />
      </span>
    </div>
  )
}

/** A value from the past may no longer fit its field; then it is shown as it is. */
function Side({ field, value }: { field: Field | undefined; value: unknown }) {
  const isStructured = typeof value === 'object' && value !== null
  if (value === null) return <>–</>
  if (!field || (isStructured && field.kind !== 'list'))
    return <>{isStructured ? JSON.stringify(value) : String(value)}</>
  return <FieldCell field={field} value={value} row={{ id: '' }} />
}
