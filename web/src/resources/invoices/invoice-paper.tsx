import { Card, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { http } from '../../api/http.ts'
import { meQuery } from '../../api/me.ts'
import { fieldOf, type Row } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { type Address, AddressLines } from '../documents/view/address-lines.tsx'
import documentClasses from '../documents/view/document.module.css'
import { DocumentLines } from '../documents/view/document-lines.tsx'
import { DocumentTotals } from '../documents/view/document-totals.tsx'
import classes from './invoice-paper.module.css'

/** The invoice as its reader will see it. */
export function InvoicePaper({ resource, row }: PartProps) {
  const { t } = useTranslation()
  return (
    <Card padding={0} className={classes.paper}>
      <div className={classes.head}>
        <Seller />
        <div className={classes.title}>
          <Text fz="1.5rem" fw={700} lh={1.2}>
            {t('invoices:title')}
          </Text>
          <Text c="dimmed">{(row.invoiceNumber as string | null) ?? t('orders:draft')}</Text>
        </div>
        <BillTo row={row} />
        <Particulars resource={resource} row={row} />
      </div>
      <DocumentLines resource={resource} row={row} />
      <DocumentTotals resource={resource} row={row} more={row.amountPaid ? ['amountPaid', 'outstanding'] : []} />
      {typeof row.notes === 'string' && <div className={documentClasses.notes}>{row.notes}</div>}
    </Card>
  )
}

/** Users who may not read the settings still see the company name. */
function Seller() {
  const settings = useResource('settings')
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery({ ...sellerQuery, enabled: settings !== undefined })
  return (
    <div>
      <Text fw={700} fz="1.0625rem" c="var(--mantine-primary-color-light-color)">
        {data?.companyName ?? me?.company?.name}
      </Text>
      <AddressLines address={data?.address} />
      {data?.taxId && <div>{data.taxId}</div>}
    </div>
  )
}

function BillTo({ row }: { row: Row }) {
  const { t } = useTranslation()
  const customers = useResource('customers')
  const name = String(row.customerName)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('invoices:billTo')}
      </Text>
      <Text fw={600} component="div">
        {customers ? <AnchorLink href={`/customers/${row.customer}`}>{name}</AnchorLink> : name}
      </Text>
      <AddressLines address={row.billingAddress as Address | null} />
    </div>
  )
}

const PARTICULARS = ['invoiceDate', 'dueDate', 'paymentTerms', 'salesOrder', 'replaces', 'cancellationDate']

function Particulars({ resource, row }: PartProps) {
  const labels = useLabels()
  return (
    <dl className={classes.particulars}>
      {PARTICULARS.map((name) => {
        const field = fieldOf(resource, name)
        if (!field || !row[name]) return null
        return (
          <div key={name}>
            <dt>{labels.field(resource.name, name)}</dt>
            <dd>
              <FieldCell field={field} value={row[name]} row={row} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface Seller {
  readonly companyName: string
  readonly address: Address | null
  readonly taxId: string | null
}

const FRESH_MS = 300_000

/** The company that issues the invoices. */
const sellerQuery = queryOptions({
  queryKey: ['settings', 'seller'],
  queryFn: async ({ signal }) => (await http<Seller>('/settings', { signal })).data,
  staleTime: FRESH_MS,
})
