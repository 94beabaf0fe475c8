/** Everything that stands on the page, and nothing else: the page is drawn without asking anyone. */
export interface PrintedInvoice {
  readonly company: PrintedCompany
  readonly customer: PrintedCustomer
  /** Null until the invoice is issued. */
  readonly invoiceNumber: string | null
  readonly status: 'draft' | 'unpaid' | 'partially_paid' | 'paid' | 'cancelled'
  /** Dates are YYYY-MM-DD. */
  readonly invoiceDate: string
  readonly dueDate: string | null
  readonly paymentTerms: string | null
  readonly notes: string | null
  /** ISO 4217. */
  readonly currency: string
  readonly orderNumber: string | null
  readonly lines: readonly PrintedLine[]
  /** Before discounts, as everywhere. */
  readonly subtotal: number
  readonly discountTotal: number
  readonly taxTotal: number
  readonly total: number
  readonly amountPaid: number
  readonly outstanding: number
}

export interface PrintedAddress {
  readonly street: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zipCode: string | null
  /** ISO 3166 alpha-2. */
  readonly country: string | null
}

export interface PrintedCustomer {
  readonly name: string
  readonly address: PrintedAddress | null
  readonly taxId: string | null
}

export interface PrintedCompany extends PrintedCustomer {
  readonly email: string | null
  readonly phone: string | null
}

export interface PrintedLine {
  readonly itemCode: string | null
  readonly itemName: string
  readonly uom: string | null
  readonly quantity: number
  readonly rate: number
  /** Percent, 0 to 100. */
  readonly discount: number
  readonly taxRate: number
  readonly taxAmount: number
  /** Net: after the discount, before tax. */
  readonly amount: number
}
