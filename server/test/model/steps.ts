import fc from 'fast-check'
import type { Kontor } from '../support/kontor.ts'
import {
  deleteInvoice,
  deliver,
  invoiceOrder,
  moveInvoice,
  pay,
  takeBackPayment,
  undoDelivery,
} from './billing-steps.ts'
import type { Business } from './business.ts'
import { inspection } from './inspection.ts'
import {
  changeCustomer,
  changeItem,
  changeLimit,
  deleteCustomer,
  deleteItem,
  moveStock,
  newCustomer,
  newItem,
} from './master-steps.ts'
import { changeQuantity, deleteOrder, moveOrder, noteOrder, placeOrder, rewriteOrder } from './order-steps.ts'

/** How often each is tried: so that most of what is asked for makes sense and yet every refusal comes up. */
export const anyStep = fc.oneof<fc.MaybeWeightedArbitrary<fc.AsyncCommand<Business, Kontor>>[]>(
  { arbitrary: placeOrder, weight: 10 },
  { arbitrary: moveOrder, weight: 16 },
  { arbitrary: invoiceOrder, weight: 14 },
  { arbitrary: pay, weight: 12 },
  { arbitrary: deliver, weight: 10 },
  { arbitrary: moveStock, weight: 6 },
  { arbitrary: changeQuantity, weight: 6 },
  { arbitrary: moveInvoice, weight: 6 },
  { arbitrary: rewriteOrder, weight: 4 },
  { arbitrary: changeLimit, weight: 4 },
  { arbitrary: takeBackPayment, weight: 4 },
  { arbitrary: undoDelivery, weight: 4 },
  { arbitrary: deleteInvoice, weight: 4 },
  { arbitrary: deleteOrder, weight: 3 },
  { arbitrary: changeCustomer, weight: 3 },
  { arbitrary: newItem, weight: 3 },
  { arbitrary: changeItem, weight: 2 },
  { arbitrary: newCustomer, weight: 2 },
  { arbitrary: deleteItem, weight: 2 },
  { arbitrary: deleteCustomer, weight: 2 },
  { arbitrary: noteOrder, weight: 1 },
  { arbitrary: inspection, weight: 1 },
)
