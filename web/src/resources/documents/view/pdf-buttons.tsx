import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/http.ts'
import { openPdf } from '../../../api/open-pdf.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { toast } from '../../../ui/toast.tsx'
import { documentKindOf } from '../document-kind.ts'

/** Opens or downloads the document as a PDF. */
export function PdfButtons({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { number } = documentKindOf(resource)
  const path = `/${resource.path}/${row.id}/pdf`
  const name = `${(number && row[number]) || row.id}.pdf`
  function run(work: () => Promise<void>): void {
    setBusy(true)
    work()
      .catch(toast.notLoaded)
      .finally(() => setBusy(false))
  }
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} stroke={1.6} />}
        loading={isBusy}
        onClick={() => run(() => openPdf(path))}
      >
        {t('invoices:openPdf')}
      </Button>
      <Button
        variant="default"
        px="xs"
        aria-label={t('invoices:downloadPdf')}
        title={t('invoices:downloadPdf')}
        disabled={isBusy}
        onClick={() => run(() => download(path, name))}
      >
        <IconDownload size={16} stroke={1.6} />
      </Button>
    </Button.Group>
  )
}
