import type { Cases } from '../recorder.ts'
import { accessCases } from './access.ts'
import { batchCases } from './batches.ts'
import { fieldCases } from './fields.ts'
import { importCases } from './imports.ts'
import { invoiceCases } from './invoices.ts'
import { keyedCases } from './keys.ts'
import { keyCases } from './keys-and-apps.ts'
import { listCases } from './lists.ts'
import { orderCases } from './orders.ts'
import { quotationCases } from './quotations.ts'
import { requestCases } from './requests.ts'
import { userCases } from './roles-and-users.ts'
import { settingsCases } from './settings.ts'
import { signInCases } from './sign-in.ts'
import { stockCases } from './stock.ts'
import { webhookCases } from './webhooks.ts'

/** Every area has a server of its own, which its cases share. */
export const areas: readonly (readonly Cases[])[] = [
  requestCases,
  batchCases,
  fieldCases,
  listCases,
  keyedCases,
  importCases,
  signInCases,
  accessCases,
  keyCases,
  userCases,
  quotationCases,
  orderCases,
  invoiceCases,
  stockCases,
  settingsCases,
  webhookCases,
]
