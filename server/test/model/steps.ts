import fc from 'fast-check'
import { allocate, allocateOldestFirst, payOnAccount, unallocate } from './allocation-steps.ts'
import { changeCustomer, changeLimit, deleteCustomer, newCustomer } from './customer-steps.ts'
import { deliver, undoDelivery } from './delivery-steps.ts'
import { deleteInvoice, invoiceOrder, moveInvoice } from './invoice-steps.ts'
import { changeItem, deleteItem, moveStock, newItem } from './item-steps.ts'
import { changeQuantity, noteOrder, rewriteOrder } from './order-edit-steps.ts'
import { deleteOrder, moveOrder, placeOrder } from './order-steps.ts'
import { pay, takeBackPayment } from './payment-steps.ts'

/** How often each is tried: so that most of what is asked for makes sense and yet every refusal comes up. */
export const anyStep = fc.oneof(
  { arbitrary: placeOrder, weight: 8 },
  { arbitrary: moveOrder, weight: 16 },
  { arbitrary: invoiceOrder, weight: 14 },
  { arbitrary: pay, weight: 12 },
  { arbitrary: deliver, weight: 10 },
  { arbitrary: moveStock, weight: 6 },
  { arbitrary: changeQuantity, weight: 8 },
  { arbitrary: moveInvoice, weight: 9 },
  { arbitrary: rewriteOrder, weight: 4 },
  { arbitrary: changeLimit, weight: 4 },
  { arbitrary: takeBackPayment, weight: 4 },
  { arbitrary: payOnAccount, weight: 4 },
  { arbitrary: allocate, weight: 6 },
  { arbitrary: allocateOldestFirst, weight: 3 },
  { arbitrary: unallocate, weight: 3 },
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
)
