// Written by "npm run openapi" from docs/openapi.json: what the API takes and answers with. Not to be changed by hand.

export interface Schemas {
  /** The body of every refusal. */
  readonly ErrorEnvelope: {
    readonly success: false
    readonly error: {
      /** For programs; it never changes. */
      readonly code: string
      /** For people: what is wrong and what would be right. */
      readonly message: string
      /** Every faulty field. */
      readonly details: readonly ({
        /** A path. */
        readonly field: string
        readonly message: string
      })[]
      /** The same as the header X-Request-Id. */
      readonly requestId: string
    }
  }
  /** Where this page stands in the list. */
  readonly ListMeta: {
    /** Left out with `cursor`. */
    readonly page?: number
    readonly perPage: number
    /** Left out where it was not counted; see `includeTotal`. */
    readonly total?: number
    /** Left out with `cursor`, and without `total`. */
    readonly totalPages?: number
    /** To be sent as `cursor`; null on the last page. */
    readonly nextCursor: string | null
    readonly hasMore: boolean
  }
  /** Only there if something is to be said. */
  readonly RecordMeta: {
    /** What was done all the same, and yet deserves a look. */
    readonly warnings: readonly ({
      /** For programs. */
      readonly code: string
      /** For people. */
      readonly message: string
    })[]
  }
  /** What you may do with this record now, by its state, your role and your credential. Only with `include=permitted`. A request can still be refused for what it sends. */
  readonly Permitted: {
    /** The fields that you may change on this record now, as paths. The name of a list of lines means that lines may be added and removed. */
    readonly edit: readonly (string)[]
    readonly delete: {
      readonly allowed: boolean
      /** Left out where it is allowed. */
      readonly code?: string
      /** Why not; left out where it is allowed. */
      readonly reason?: string
      /** Whether an interface should offer it: false where it is not allowed, and where it is but no user should be led to it. */
      readonly offered: boolean
    }
    /** The further actions on this record, and what can be created from it, by name: `status`, `deliveries.create`. Which statuses can be set is told by `allowedTransitions`. */
    readonly actions: Readonly<Record<string, {
      readonly allowed: boolean
      /** Left out where it is allowed. */
      readonly code?: string
      /** Why not; left out where it is allowed. */
      readonly reason?: string
    }>>
  }
  /** No value at all. */
  readonly NullWord: "null"
  readonly IdFilter: string | {
    /** equal; null means: has no value */
    readonly eq?: string
    /** not equal; null means: has a value */
    readonly ne?: string
    /** greater than */
    readonly gt?: string
    /** greater than or equal */
    readonly gte?: string
    /** less than */
    readonly lt?: string
    /** less than or equal */
    readonly lte?: string
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly RefFilter: string | {
    /** equal; null means: has no value */
    readonly eq?: string
    /** not equal; null means: has a value */
    readonly ne?: string
    /** greater than */
    readonly gt?: string
    /** greater than or equal */
    readonly gte?: string
    /** less than */
    readonly lt?: string
    /** less than or equal */
    readonly lte?: string
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly TextFilter: string | {
    /** equal; null means: has no value */
    readonly eq?: string
    /** not equal; null means: has a value */
    readonly ne?: string
    /** greater than */
    readonly gt?: string
    /** greater than or equal */
    readonly gte?: string
    /** less than */
    readonly lt?: string
    /** less than or equal */
    readonly lte?: string
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly MoneyFilter: number | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: number | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: number | Schemas['NullWord']
    /** greater than */
    readonly gt?: number
    /** greater than or equal */
    readonly gte?: number
    /** less than */
    readonly lt?: number
    /** less than or equal */
    readonly lte?: number
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly QuantityFilter: number | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: number | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: number | Schemas['NullWord']
    /** greater than */
    readonly gt?: number
    /** greater than or equal */
    readonly gte?: number
    /** less than */
    readonly lt?: number
    /** less than or equal */
    readonly lte?: number
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly PercentFilter: number | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: number | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: number | Schemas['NullWord']
    /** greater than */
    readonly gt?: number
    /** greater than or equal */
    readonly gte?: number
    /** less than */
    readonly lt?: number
    /** less than or equal */
    readonly lte?: number
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly IntegerFilter: number | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: number | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: number | Schemas['NullWord']
    /** greater than */
    readonly gt?: number
    /** greater than or equal */
    readonly gte?: number
    /** less than */
    readonly lt?: number
    /** less than or equal */
    readonly lte?: number
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly FlagFilter: boolean | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: boolean | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: boolean | Schemas['NullWord']
    /** greater than */
    readonly gt?: boolean
    /** greater than or equal */
    readonly gte?: boolean
    /** less than */
    readonly lt?: boolean
    /** less than or equal */
    readonly lte?: boolean
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly DateFilter: string | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: string | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: string | Schemas['NullWord']
    /** greater than */
    readonly gt?: string
    /** greater than or equal */
    readonly gte?: string
    /** less than */
    readonly lt?: string
    /** less than or equal */
    readonly lte?: string
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly InstantFilter: string | Schemas['NullWord'] | {
    /** equal; null means: has no value */
    readonly eq?: string | Schemas['NullWord']
    /** not equal; null means: has a value */
    readonly ne?: string | Schemas['NullWord']
    /** greater than */
    readonly gt?: string
    /** greater than or equal */
    readonly gte?: string
    /** less than */
    readonly lt?: string
    /** less than or equal */
    readonly lte?: string
    /** one of these, separated by commas; `\,` is a comma inside a value */
    readonly in?: string
    /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
    readonly like?: string
  }
  readonly LoginOutput: {
    /** The access token: send it as Authorization: Bearer. */
    readonly token: string
    /** Good for one refresh. */
    readonly refreshToken: string
    /** Seconds until the access token expires. */
    readonly expiresIn: number
    readonly user: {
      readonly id: string
      readonly email: string
      readonly name: string
      readonly role: string
    }
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly LoginInput: {
    readonly email: string
    readonly password: string
  }
  readonly RefreshOutput: {
    /** The access token: send it as Authorization: Bearer. */
    readonly token: string
    /** Good for one refresh. */
    readonly refreshToken: string
    /** Seconds until the access token expires. */
    readonly expiresIn: number
    readonly user: {
      readonly id: string
      readonly email: string
      readonly name: string
      readonly role: string
    }
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly RefreshInput: {
    readonly refreshToken: string
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly ChangePasswordInput: {
    readonly currentPassword: string
    readonly newPassword: string
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly ChangeEmailInput: {
    readonly currentPassword: string
    readonly email: string
  }
  readonly MeOutput: {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly role: string
    readonly scopes: readonly (string)[]
    readonly permissions: unknown
    readonly company: {
      readonly name: string
      readonly currency: string
      readonly timeZone: string
      /** Whether somebody has gone through the first steps. */
      readonly isSetUp: boolean
    }
  }
  readonly ListSessionsOutput: readonly ({
    readonly id: string
    readonly createdAt: string
    readonly lastSeenAt: string
    readonly address: string
    readonly userAgent: string | null
    readonly expiresAt: string
    /** Began in the web interface. */
    readonly isWeb: boolean
    /** The session of this very request. */
    readonly isCurrent: boolean
  })[]
  readonly ListConnectedAppsOutput: readonly ({
    readonly id: string
    /** The client id of the app. */
    readonly client: string
    readonly name: string
    readonly scopes: readonly (string)[]
    /** When it was let in. */
    readonly createdAt: string
  })[]
  /** What the company sells: products and consumables that are kept in stock, and services. */
  readonly Item: {
    readonly id: string
    /** Unique, whatever the case of its letters. */
    readonly itemCode?: string
    readonly itemName?: string
    readonly category?: string | null
    readonly itemType?: "Product" | "Service" | "Consumable"
    /** Unit of measure. */
    readonly uom?: string
    readonly sellingPrice?: number
    readonly costPrice?: number
    /** Percent of tax on its sale. */
    readonly taxRate?: number
    /** What is in the warehouse. */
    readonly currentStock?: number
    /** What open orders have reserved. */
    readonly reservedStock?: number
    /** currentStock less reservedStock. */
    readonly availableStock?: number
    readonly reorderLevel?: number
    /** Active goods of which less is available than reorderLevel. */
    readonly isLowStock?: boolean
    readonly reorderQty?: number
    readonly description?: string | null
    readonly images?: readonly (string)[]
    /** An inactive item cannot be put on new orders. */
    readonly isActive?: boolean
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateItemInput: {
    readonly id?: string
    /** Unique, whatever the case of its letters. */
    readonly itemCode: string
    readonly itemName: string
    readonly category?: string | null
    readonly itemType?: "Product" | "Service" | "Consumable" | null
    /** Unit of measure. */
    readonly uom?: string | null
    readonly sellingPrice?: number | null
    readonly costPrice?: number | null
    /** Percent of tax on its sale. */
    readonly taxRate?: number | null
    /** What is in the warehouse. */
    readonly currentStock?: number
    /** What open orders have reserved. */
    readonly reservedStock?: number
    /** currentStock less reservedStock. */
    readonly availableStock?: number
    readonly reorderLevel?: number | null
    /** Active goods of which less is available than reorderLevel. */
    readonly isLowStock?: boolean
    readonly reorderQty?: number | null
    readonly description?: string | null
    readonly images?: readonly (string)[] | null
    /** An inactive item cannot be put on new orders. */
    readonly isActive?: boolean | null
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateItemInput: {
    readonly id?: string
    /** Unique, whatever the case of its letters. */
    readonly itemCode?: string
    readonly itemName?: string
    readonly category?: string | null
    readonly itemType?: "Product" | "Service" | "Consumable" | null
    /** Unit of measure. */
    readonly uom?: string | null
    readonly sellingPrice?: number | null
    readonly costPrice?: number | null
    /** Percent of tax on its sale. */
    readonly taxRate?: number | null
    /** What is in the warehouse. */
    readonly currentStock?: number
    /** What open orders have reserved. */
    readonly reservedStock?: number
    /** currentStock less reservedStock. */
    readonly availableStock?: number
    readonly reorderLevel?: number | null
    /** Active goods of which less is available than reorderLevel. */
    readonly isLowStock?: boolean
    readonly reorderQty?: number | null
    readonly description?: string | null
    readonly images?: readonly (string)[] | null
    /** An inactive item cannot be put on new orders. */
    readonly isActive?: boolean | null
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** What was changed by whom, who signed in, and what was refused. Nobody can change it. */
  readonly AuditLogEntry: {
    readonly id: string
    /** The user; null for the service itself. */
    readonly actor?: string | null
    /** What the user was called then. */
    readonly actorName?: string | null
    /** The session, API key or grant that was used; its prefix tells which. */
    readonly credential?: string | null
    readonly address?: string | null
    /** As in the X-Request-Id of the answer. */
    readonly requestId?: string | null
    /** create, update, delete, or an event such as login or refused. */
    readonly action?: string
    readonly resource?: string
    readonly recordId?: string | null
    /** What was asked for. One request may change several records; they share the request id. */
    readonly operation?: string | null
    /** Before and after, by field, as far as you may see them. */
    readonly changes?: unknown
    /** Seals this entry and all before it. */
    readonly hash?: string
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkItemsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkItemsInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** Who the company sells to. */
  readonly Customer: {
    readonly id: string
    readonly name?: string
    readonly email?: string | null
    readonly phone?: string | null
    /** Any text; Company and Individual are usual. */
    readonly type?: string
    readonly address?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      /** ISO 3166 alpha-2. */
      readonly country?: string | null
    }
    /** 0 or null: no limit. */
    readonly creditLimit?: number | null
    /** While true, no order of the customer can be submitted. */
    readonly creditHold?: boolean
    readonly paymentTerms?: string | null
    readonly taxId?: string | null
    readonly balance?: {
      /** What is unpaid on issued invoices. */
      readonly outstanding?: number
      /** The part of it that is past its due date. */
      readonly overdue?: number
      /** Open orders that are not yet invoiced. */
      readonly uninvoicedOrders?: number
      /** What is left of the credit limit; null without a limit. */
      readonly availableCredit?: number | null
    }
    /** An inactive customer cannot get new orders. */
    readonly isActive?: boolean
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateCustomerInput: {
    readonly id?: string
    readonly name: string
    readonly email?: string | null
    readonly phone?: string | null
    /** Any text; Company and Individual are usual. */
    readonly type?: string | null
    readonly address?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      /** ISO 3166 alpha-2. */
      readonly country?: string | null
    } | null
    /** 0 or null: no limit. */
    readonly creditLimit?: number | null
    /** While true, no order of the customer can be submitted. */
    readonly creditHold?: boolean | null
    readonly paymentTerms?: string | null
    readonly taxId?: string | null
    readonly balance?: {
      /** What is unpaid on issued invoices. */
      readonly outstanding?: number
      /** The part of it that is past its due date. */
      readonly overdue?: number
      /** Open orders that are not yet invoiced. */
      readonly uninvoicedOrders?: number
      /** What is left of the credit limit; null without a limit. */
      readonly availableCredit?: number | null
    }
    /** An inactive customer cannot get new orders. */
    readonly isActive?: boolean | null
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateCustomerInput: {
    readonly id?: string
    readonly name?: string
    readonly email?: string | null
    readonly phone?: string | null
    /** Any text; Company and Individual are usual. */
    readonly type?: string | null
    readonly address?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      /** ISO 3166 alpha-2. */
      readonly country?: string | null
    } | null
    /** 0 or null: no limit. */
    readonly creditLimit?: number | null
    /** While true, no order of the customer can be submitted. */
    readonly creditHold?: boolean | null
    readonly paymentTerms?: string | null
    readonly taxId?: string | null
    readonly balance?: {
      /** What is unpaid on issued invoices. */
      readonly outstanding?: number
      /** The part of it that is past its due date. */
      readonly overdue?: number
      /** Open orders that are not yet invoiced. */
      readonly uninvoicedOrders?: number
      /** What is left of the credit limit; null without a limit. */
      readonly availableCredit?: number | null
    }
    /** An inactive customer cannot get new orders. */
    readonly isActive?: boolean | null
    /** Follows isActive. */
    readonly status?: "active" | "inactive"
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkCustomersOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkCustomersInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** What customers have ordered: from a draft to its delivery and its invoices. */
  readonly SalesOrder: {
    readonly id: string
    readonly orderNumber?: string
    readonly customer?: string
    readonly customerName?: string
    /** Today if left out. */
    readonly orderDate?: string
    /** When the customer wants it. */
    readonly deliveryDate?: string | null
    /** Changed by PUT /sales-orders/{id}/status. */
    readonly status?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
    readonly deliveryStatus?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
    readonly invoiceStatus?: "not_invoiced" | "partly_invoiced" | "invoiced"
    readonly items?: readonly ({
      readonly id: string
      readonly item?: string
      readonly quantity?: number
      /** The item's selling price if left out. */
      readonly rate?: number
      readonly discount?: number
      /** The item's tax rate if left out. */
      readonly taxRate?: number
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      readonly deliveredQuantity?: number
      /** Draft invoices included. */
      readonly invoicedQuantity?: number
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    readonly currency?: string
    /** The customer's if left out. */
    readonly paymentTerms?: string | null
    readonly notes?: string | null
    /** Ids of its invoices. */
    readonly invoices?: readonly (string)[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateSalesOrderInput: {
    readonly id?: string
    readonly orderNumber?: string
    readonly customer: string
    readonly customerName?: string
    /** Today if left out. */
    readonly orderDate?: string | null
    /** When the customer wants it. */
    readonly deliveryDate?: string | null
    /** Changed by PUT /sales-orders/{id}/status. */
    readonly status?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
    readonly deliveryStatus?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
    readonly invoiceStatus?: "not_invoiced" | "partly_invoiced" | "invoiced"
    readonly items: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      readonly item: string
      readonly quantity: number
      /** The item's selling price if left out. */
      readonly rate?: number | null
      readonly discount?: number | null
      /** The item's tax rate if left out. */
      readonly taxRate?: number | null
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      readonly deliveredQuantity?: number
      /** Draft invoices included. */
      readonly invoicedQuantity?: number
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    /** Refuses the order if its total comes out differently. */
    readonly expectedTotal?: number | null
    readonly currency?: string
    /** The customer's if left out. */
    readonly paymentTerms?: string | null
    readonly notes?: string | null
    /** Ids of its invoices. */
    readonly invoices?: readonly (string)[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateSalesOrderInput: {
    readonly id?: string
    readonly orderNumber?: string
    readonly customer?: string
    readonly customerName?: string
    /** Today if left out. */
    readonly orderDate?: string | null
    /** When the customer wants it. */
    readonly deliveryDate?: string | null
    /** Changed by PUT /sales-orders/{id}/status. */
    readonly status?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
    readonly deliveryStatus?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
    readonly invoiceStatus?: "not_invoiced" | "partly_invoiced" | "invoiced"
    readonly items?: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      readonly item: string
      readonly quantity: number
      /** The item's selling price if left out. */
      readonly rate?: number | null
      readonly discount?: number | null
      /** The item's tax rate if left out. */
      readonly taxRate?: number | null
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      readonly deliveredQuantity?: number
      /** Draft invoices included. */
      readonly invoicedQuantity?: number
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    /** Refuses the order if its total comes out differently. */
    readonly expectedTotal?: number | null
    readonly currency?: string
    /** The customer's if left out. */
    readonly paymentTerms?: string | null
    readonly notes?: string | null
    /** Ids of its invoices. */
    readonly invoices?: readonly (string)[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly SetSalesOrderStatusInput: {
    readonly status: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
    /** Passes over the credit limit; needs the right "override". */
    readonly overrideCreditLimit?: boolean | null
  }
  readonly BulkSalesOrdersOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkSalesOrdersInput: {
    readonly action: "update" | "status" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** What customers are asked to pay: from an order, or directly. */
  readonly Invoice: {
    readonly id: string
    /** Without gaps; taken when the invoice is issued, so a draft has none. */
    readonly invoiceNumber?: string | null
    /** unpaid, partially_paid and paid follow from the payments. */
    readonly status?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
    readonly salesOrder?: string | null
    readonly customer?: string
    readonly customerName?: string
    /** Today if left out. */
    readonly invoiceDate?: string
    /** From the payment terms if left out. */
    readonly dueDate?: string | null
    /** Something is unpaid and the due date has passed. */
    readonly isOverdue?: boolean
    readonly daysOverdue?: number
    readonly items?: readonly ({
      readonly id: string
      readonly item?: string
      readonly quantity?: number
      /** The item's selling price if left out. */
      readonly rate?: number
      readonly discount?: number
      /** The item's tax rate if left out. */
      readonly taxRate?: number
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      /** The line of the order that it invoices. */
      readonly orderLine?: string | null
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    readonly amountPaid?: number
    readonly outstanding?: number
    readonly currency?: string
    readonly paymentTerms?: string | null
    /** The customer's address when the invoice was issued. */
    readonly billingAddress?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      readonly country?: string | null
    }
    readonly notes?: string | null
    /** What has been paid on it, oldest first. */
    readonly payments?: readonly ({
      readonly id?: string
      readonly amount?: number
      readonly paymentDate?: string
      readonly method?: string
    })[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateInvoiceInput: {
    readonly id?: string
    /** Without gaps; taken when the invoice is issued, so a draft has none. */
    readonly invoiceNumber?: string | null
    /** unpaid, partially_paid and paid follow from the payments. */
    readonly status?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
    readonly salesOrder?: string | null
    readonly customer: string
    readonly customerName?: string
    /** Today if left out. */
    readonly invoiceDate?: string | null
    /** From the payment terms if left out. */
    readonly dueDate?: string | null
    /** Something is unpaid and the due date has passed. */
    readonly isOverdue?: boolean
    readonly daysOverdue?: number
    readonly items: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      readonly item: string
      readonly quantity: number
      /** The item's selling price if left out. */
      readonly rate?: number | null
      readonly discount?: number | null
      /** The item's tax rate if left out. */
      readonly taxRate?: number | null
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      /** The line of the order that it invoices. */
      readonly orderLine?: string | null
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    readonly amountPaid?: number
    readonly outstanding?: number
    readonly currency?: string
    readonly paymentTerms?: string | null
    /** The customer's address when the invoice was issued. */
    readonly billingAddress?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      readonly country?: string | null
    }
    readonly notes?: string | null
    /** What has been paid on it, oldest first. */
    readonly payments?: readonly ({
      readonly id?: string
      readonly amount?: number
      readonly paymentDate?: string
      readonly method?: string
    })[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** Keeps the new invoice a draft instead of issuing it. */
    readonly draft?: boolean | null
    /** Refuses the invoice if its total comes out differently. */
    readonly expectedTotal?: number | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateInvoiceInput: {
    readonly id?: string
    /** Without gaps; taken when the invoice is issued, so a draft has none. */
    readonly invoiceNumber?: string | null
    /** unpaid, partially_paid and paid follow from the payments. */
    readonly status?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
    readonly salesOrder?: string | null
    readonly customer?: string
    readonly customerName?: string
    /** Today if left out. */
    readonly invoiceDate?: string | null
    /** From the payment terms if left out. */
    readonly dueDate?: string | null
    /** Something is unpaid and the due date has passed. */
    readonly isOverdue?: boolean
    readonly daysOverdue?: number
    readonly items?: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      readonly item: string
      readonly quantity: number
      /** The item's selling price if left out. */
      readonly rate?: number | null
      readonly discount?: number | null
      /** The item's tax rate if left out. */
      readonly taxRate?: number | null
      readonly itemCode?: string
      readonly itemName?: string
      readonly itemType?: string
      readonly uom?: string
      readonly discountAmount?: number
      /** After discount, before tax. */
      readonly amount?: number
      readonly taxAmount?: number
      /** The line of the order that it invoices. */
      readonly orderLine?: string | null
    })[]
    /** Before discounts and tax. */
    readonly subtotal?: number
    readonly discountTotal?: number
    readonly taxTotal?: number
    readonly total?: number
    readonly amountPaid?: number
    readonly outstanding?: number
    readonly currency?: string
    readonly paymentTerms?: string | null
    /** The customer's address when the invoice was issued. */
    readonly billingAddress?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      readonly country?: string | null
    }
    readonly notes?: string | null
    /** What has been paid on it, oldest first. */
    readonly payments?: readonly ({
      readonly id?: string
      readonly amount?: number
      readonly paymentDate?: string
      readonly method?: string
    })[]
    /** What the status can become from here. */
    readonly allowedTransitions?: readonly ({
      readonly status?: string
      /** Whether you may set it now. */
      readonly allowed?: boolean
      /** Why not; left out where it is allowed. */
      readonly reason?: string | null
      /** All that stands in the way; left out where it is allowed. */
      readonly blockers?: readonly ({
        readonly code?: string
        readonly message?: string
      })[]
      /** A field to send as true with the status: it passes over all that stands in the way. Left out where there is none, or your role may not use it. */
      readonly override?: string | null
    })[]
    /** Keeps the new invoice a draft instead of issuing it. */
    readonly draft?: boolean | null
    /** Refuses the invoice if its total comes out differently. */
    readonly expectedTotal?: number | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly SetInvoiceStatusInput: {
    readonly status: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateInvoiceFromOrderInput: {
    readonly salesOrder: string
    /** Today if left out. */
    readonly invoiceDate?: string | null
    readonly dueDate?: string | null
    /** Which lines, and how much of each; all that is left if left out. */
    readonly items?: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      /** The id of a line of the order … */
      readonly line?: string | null
      /** … or the id of its item. */
      readonly item?: string | null
      readonly quantity: number
    })[] | null
    /** Keeps the new invoice a draft instead of issuing it. */
    readonly draft?: boolean | null
    readonly notes?: string | null
  }
  readonly BulkInvoicesOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkInvoicesInput: {
    readonly action: "update" | "status" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** Money that came in for an invoice. */
  readonly Payment: {
    readonly id: string
    readonly invoice?: string
    readonly customer?: string
    readonly amount?: number
    /** Today if left out. */
    readonly paymentDate?: string
    readonly method?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other"
    readonly reference?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreatePaymentInput: {
    readonly id?: string
    readonly invoice: string
    readonly customer?: string
    readonly amount: number
    /** Today if left out. */
    readonly paymentDate?: string | null
    readonly method?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other" | null
    readonly reference?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdatePaymentInput: {
    readonly id?: string
    readonly invoice?: string
    readonly customer?: string
    readonly amount?: number
    /** Today if left out. */
    readonly paymentDate?: string | null
    readonly method?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other" | null
    readonly reference?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkPaymentsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkPaymentsInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** Goods that left the warehouse for an order. */
  readonly Delivery: {
    readonly id: string
    readonly salesOrder?: string
    readonly customer?: string
    readonly customerName?: string
    readonly orderNumber?: string
    /** Today if left out. */
    readonly deliveryDate?: string
    /** Which lines, and how much of each; all that is left if left out. */
    readonly items?: readonly ({
      readonly id: string
      /** The id of a line of the order … */
      readonly line?: string | null
      /** … or the id of its item. */
      readonly item?: string | null
      readonly quantity?: number
      readonly itemCode?: string
      readonly itemName?: string
      readonly uom?: string
    })[]
    readonly notes?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateDeliveryInput: {
    readonly id?: string
    readonly salesOrder: string
    readonly customer?: string
    readonly customerName?: string
    readonly orderNumber?: string
    /** Today if left out. */
    readonly deliveryDate?: string | null
    /** Which lines, and how much of each; all that is left if left out. */
    readonly items?: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      /** The id of a line of the order … */
      readonly line?: string | null
      /** … or the id of its item. */
      readonly item?: string | null
      readonly quantity: number
      readonly itemCode?: string
      readonly itemName?: string
      readonly uom?: string
    })[] | null
    readonly notes?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateDeliveryInput: {
    readonly id?: string
    readonly salesOrder?: string
    readonly customer?: string
    readonly customerName?: string
    readonly orderNumber?: string
    /** Today if left out. */
    readonly deliveryDate?: string | null
    /** Which lines, and how much of each; all that is left if left out. */
    readonly items?: readonly ({
      /** Of a line that the record has already: it keeps its identity. */
      readonly id?: string
      /** The id of a line of the order … */
      readonly line?: string | null
      /** … or the id of its item. */
      readonly item?: string | null
      readonly quantity: number
      readonly itemCode?: string
      readonly itemName?: string
      readonly uom?: string
    })[] | null
    readonly notes?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkDeliveriesOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkDeliveriesInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** The ledger of the warehouse: what came, what went, and why. It only grows; a mistake is corrected by another entry. */
  readonly StockMovement: {
    readonly id: string
    readonly item?: string
    /** What comes is positive, what goes negative. */
    readonly quantity?: number
    readonly reason?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled"
    readonly note?: string | null
    /** The id of the delivery that caused it. */
    readonly delivery?: string | null
    /** In stock afterwards. */
    readonly balance?: number
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateStockMovementInput: {
    readonly id?: string
    readonly item: string
    /** What comes is positive, what goes negative. */
    readonly quantity: number
    readonly reason?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled" | null
    readonly note?: string | null
    /** The id of the delivery that caused it. */
    readonly delivery?: string | null
    /** In stock afterwards. */
    readonly balance?: number
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateStockMovementInput: {
    readonly id?: string
    readonly item?: string
    /** What comes is positive, what goes negative. */
    readonly quantity?: number
    readonly reason?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled" | null
    readonly note?: string | null
    /** The id of the delivery that caused it. */
    readonly delivery?: string | null
    /** In stock afterwards. */
    readonly balance?: number
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkStockMovementsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkStockMovementsInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** How the company calls itself, counts and numbers. One record. */
  readonly Settings: {
    readonly id: string
    readonly companyName?: string
    readonly address?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      readonly country?: string | null
    }
    readonly taxId?: string | null
    readonly email?: string | null
    readonly phone?: string | null
    /** ISO 4217. Fixed once there are documents. */
    readonly currency?: string
    /** Decides which day it is. */
    readonly timeZone?: string
    /** {year} and {number} are filled in; {number:7} has at least seven digits. */
    readonly orderNumberPattern?: string
    /** As for orders. */
    readonly invoiceNumberPattern?: string
    /** Rate limits; null: as the server was started. */
    readonly plan?: "free" | "pro" | "enterprise" | null
    /** The first steps are done; until then the web interface offers them. */
    readonly isSetUp?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateSettingsInput: {
    readonly id?: string
    readonly companyName?: string | null
    readonly address?: {
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly zipCode?: string | null
      readonly country?: string | null
    } | null
    readonly taxId?: string | null
    readonly email?: string | null
    readonly phone?: string | null
    /** ISO 4217. Fixed once there are documents. */
    readonly currency?: string | null
    /** Decides which day it is. */
    readonly timeZone?: string | null
    /** {year} and {number} are filled in; {number:7} has at least seven digits. */
    readonly orderNumberPattern?: string | null
    /** As for orders. */
    readonly invoiceNumberPattern?: string | null
    /** Rate limits; null: as the server was started. */
    readonly plan?: "free" | "pro" | "enterprise" | null
    /** The first steps are done; until then the web interface offers them. */
    readonly isSetUp?: boolean | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly FillSettingsDemoOutput: {
    readonly items: number
    readonly customers: number
    readonly orders: number
  }
  /** How somebody likes to look at a list: its filters, its order, its columns. Everybody has his own. */
  readonly View: {
    readonly id: string
    readonly name?: string
    /** Whose list it is, by its name. */
    readonly resource?: string
    /** The query of the list, as it stands in its address after the question mark. */
    readonly query?: string
    /** The fields to show, in order. */
    readonly columns?: readonly (string)[]
    /** Others see it too; only its owner changes it. */
    readonly isShared?: boolean
    /** The one that its owner begins with; only one for each list. */
    readonly isDefault?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateViewInput: {
    readonly id?: string
    readonly name: string
    /** Whose list it is, by its name. */
    readonly resource: string
    /** The query of the list, as it stands in its address after the question mark. */
    readonly query?: string | null
    /** The fields to show, in order. */
    readonly columns?: readonly (string)[] | null
    /** Others see it too; only its owner changes it. */
    readonly isShared?: boolean | null
    /** The one that its owner begins with; only one for each list. */
    readonly isDefault?: boolean | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateViewInput: {
    readonly id?: string
    readonly name?: string
    /** Whose list it is, by its name. */
    readonly resource?: string
    /** The query of the list, as it stands in its address after the question mark. */
    readonly query?: string | null
    /** The fields to show, in order. */
    readonly columns?: readonly (string)[] | null
    /** Others see it too; only its owner changes it. */
    readonly isShared?: boolean | null
    /** The one that its owner begins with; only one for each list. */
    readonly isDefault?: boolean | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkViewsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkViewsInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** People and machines that sign in. */
  readonly User: {
    readonly id: string
    readonly email?: string
    readonly name?: string
    readonly role?: string
    /** A service signs in by API keys only. */
    readonly type?: "user" | "service"
    /** False shuts the user out at once, with all keys and apps. */
    readonly isActive?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateUserInput: {
    readonly id?: string
    readonly email: string
    readonly name: string
    readonly role: string
    /** A service signs in by API keys only. */
    readonly type?: "user" | "service" | null
    /** False shuts the user out at once, with all keys and apps. */
    readonly isActive?: boolean | null
    /** At least 8 characters. A new one ends the user's sessions. */
    readonly password?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateUserInput: {
    readonly id?: string
    readonly email?: string
    readonly name?: string
    readonly role?: string
    /** A service signs in by API keys only. */
    readonly type?: "user" | "service" | null
    /** False shuts the user out at once, with all keys and apps. */
    readonly isActive?: boolean | null
    /** At least 8 characters. A new one ends the user's sessions. */
    readonly password?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkUsersOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkUsersInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** What people in a certain position may see and do. */
  readonly Role: {
    readonly id: string
    readonly name?: string
    readonly description?: string | null
    /** By resource; * is every resource of the business that is not named. */
    readonly permissions?: Readonly<Record<string, {
      readonly can?: readonly ("read" | "create" | "update" | "delete" | "submit" | "cancel" | "override" | "export" | "manage")[]
      /** Only records that the user created himself. */
      readonly own?: boolean
      /** Fields that the role does not see. */
      readonly hidden?: readonly (string)[]
      /** Fields that the role sees but does not change. */
      readonly readOnly?: readonly (string)[]
    }>>
    /** Came with Kontor, and cannot be changed. */
    readonly isShipped?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateRoleInput: {
    readonly id?: string
    readonly name: string
    readonly description?: string | null
    /** By resource; * is every resource of the business that is not named. */
    readonly permissions: Readonly<Record<string, {
      readonly can?: readonly ("read" | "create" | "update" | "delete" | "submit" | "cancel" | "override" | "export" | "manage")[] | null
      /** Only records that the user created himself. */
      readonly own?: boolean | null
      /** Fields that the role does not see. */
      readonly hidden?: readonly (string)[] | null
      /** Fields that the role sees but does not change. */
      readonly readOnly?: readonly (string)[] | null
    } | null>>
    /** Came with Kontor, and cannot be changed. */
    readonly isShipped?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateRoleInput: {
    readonly id?: string
    readonly name?: string
    readonly description?: string | null
    /** By resource; * is every resource of the business that is not named. */
    readonly permissions?: Readonly<Record<string, {
      readonly can?: readonly ("read" | "create" | "update" | "delete" | "submit" | "cancel" | "override" | "export" | "manage")[] | null
      /** Only records that the user created himself. */
      readonly own?: boolean | null
      /** Fields that the role does not see. */
      readonly hidden?: readonly (string)[] | null
      /** Fields that the role sees but does not change. */
      readonly readOnly?: readonly (string)[] | null
    } | null>>
    /** Came with Kontor, and cannot be changed. */
    readonly isShipped?: boolean
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkRolesOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkRolesInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** What other systems present themselves with. A key acts for its owner, within its scopes. */
  readonly APIKey: {
    readonly id: string
    readonly name?: string
    /** For whom the key acts; you yourself if left out. A user of the type service outlasts any person. */
    readonly owner?: string
    readonly scopes?: readonly ("read" | "write" | "delete" | "admin")[]
    /** If given, the key is good for these resources only, with these of its scopes. */
    readonly resources?: Readonly<Record<string, readonly ("read" | "write" | "delete" | "admin")[]>>
    /** Addresses and networks (CIDR) that the key may be used from; anywhere if empty. */
    readonly allowedIps?: readonly (string)[]
    /** At most 365 days ahead; 90 days if left out. */
    readonly expiresAt?: string
    /** The value to send as X-API-Key. Shown this once; only a digest of it is kept. */
    readonly key?: string | null
    /** How the value begins. */
    readonly prefix?: string
    /** How it ends. */
    readonly lastFour?: string
    /** The key that took its place when it was rotated. */
    readonly replacedBy?: string | null
    /** Brought up to date once a minute. */
    readonly lastUsedAt?: string | null
    readonly lastUsedIp?: string | null
    readonly useCount?: number | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateAPIKeyInput: {
    readonly id?: string
    readonly name?: string
    /** For whom the key acts; you yourself if left out. A user of the type service outlasts any person. */
    readonly owner?: string | null
    readonly scopes?: readonly ("read" | "write" | "delete" | "admin")[]
    /** If given, the key is good for these resources only, with these of its scopes. */
    readonly resources?: Readonly<Record<string, readonly ("read" | "write" | "delete" | "admin")[] | null>> | null
    /** Addresses and networks (CIDR) that the key may be used from; anywhere if empty. */
    readonly allowedIps?: readonly (string)[] | null
    /** At most 365 days ahead; 90 days if left out. */
    readonly expiresAt?: string | null
    /** The value to send as X-API-Key. Shown this once; only a digest of it is kept. */
    readonly key?: string | null
    /** How the value begins. */
    readonly prefix?: string
    /** How it ends. */
    readonly lastFour?: string
    /** The key that took its place when it was rotated. */
    readonly replacedBy?: string | null
    /** Brought up to date once a minute. */
    readonly lastUsedAt?: string | null
    readonly lastUsedIp?: string | null
    readonly useCount?: number | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateAPIKeyInput: {
    readonly id?: string
    readonly name: string
    /** For whom the key acts; you yourself if left out. A user of the type service outlasts any person. */
    readonly owner?: string | null
    readonly scopes: readonly ("read" | "write" | "delete" | "admin")[]
    /** If given, the key is good for these resources only, with these of its scopes. */
    readonly resources?: Readonly<Record<string, readonly ("read" | "write" | "delete" | "admin")[] | null>> | null
    /** Addresses and networks (CIDR) that the key may be used from; anywhere if empty. */
    readonly allowedIps?: readonly (string)[] | null
    /** At most 365 days ahead; 90 days if left out. */
    readonly expiresAt?: string | null
    /** The value to send as X-API-Key. Shown this once; only a digest of it is kept. */
    readonly key?: string | null
    /** How the value begins. */
    readonly prefix?: string
    /** How it ends. */
    readonly lastFour?: string
    /** The key that took its place when it was rotated. */
    readonly replacedBy?: string | null
    /** Brought up to date once a minute. */
    readonly lastUsedAt?: string | null
    readonly lastUsedIp?: string | null
    readonly useCount?: number | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly RotateAPIKeyInput: {
    readonly overlapHours?: number | null
  }
  readonly BulkApiKeysOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkApiKeysInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  /** Apps that may ask people to act for them (OAuth 2.0). An app gets no more than its user allows. */
  readonly App: {
    readonly id: string
    /** Shown to whoever is asked to let the app in. */
    readonly name?: string
    /** Where people are sent back to. https://, or http:// on localhost; a public app also com.example.app:/callback. */
    readonly redirectUris?: readonly (string)[]
    /** The most that the app may ask for. */
    readonly scopes?: readonly ("read" | "write" | "delete" | "admin")[]
    /** It runs where no secret can be kept: in a browser, on a phone. Cannot be changed later. */
    readonly isPublic?: boolean
    /** False ends everything that the app was given, at once. */
    readonly isActive?: boolean
    /** The id, by the name that OAuth gives it. */
    readonly clientId?: string | null
    /** Shown this once; only a digest of it is kept. A public app has none. */
    readonly clientSecret?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly UpdateAppInput: {
    readonly id?: string
    /** Shown to whoever is asked to let the app in. */
    readonly name?: string
    /** Where people are sent back to. https://, or http:// on localhost; a public app also com.example.app:/callback. */
    readonly redirectUris?: readonly (string)[]
    /** The most that the app may ask for. */
    readonly scopes?: readonly ("read" | "write" | "delete" | "admin")[]
    /** It runs where no secret can be kept: in a browser, on a phone. Cannot be changed later. */
    readonly isPublic?: boolean | null
    /** False ends everything that the app was given, at once. */
    readonly isActive?: boolean | null
    /** The id, by the name that OAuth gives it. */
    readonly clientId?: string | null
    /** Shown this once; only a digest of it is kept. A public app has none. */
    readonly clientSecret?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateAppInput: {
    readonly id?: string
    /** Shown to whoever is asked to let the app in. */
    readonly name: string
    /** Where people are sent back to. https://, or http:// on localhost; a public app also com.example.app:/callback. */
    readonly redirectUris: readonly (string)[]
    /** The most that the app may ask for. */
    readonly scopes: readonly ("read" | "write" | "delete" | "admin")[]
    /** It runs where no secret can be kept: in a browser, on a phone. Cannot be changed later. */
    readonly isPublic?: boolean | null
    /** False ends everything that the app was given, at once. */
    readonly isActive?: boolean | null
    /** The id, by the name that OAuth gives it. */
    readonly clientId?: string | null
    /** Shown this once; only a digest of it is kept. A public app has none. */
    readonly clientSecret?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  readonly BulkOauthClientsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkOauthClientsInput: {
    readonly action: "update" | "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  readonly SearchOutput: {
    readonly items: readonly ({
      readonly id: string
      readonly name: string | null
      /** From 0 to 1; 1: the name or the code is exactly this. */
      readonly score: unknown
      /** The kind of record. */
      readonly type: string
      readonly code: string | null
      readonly status: string | null
    })[]
    readonly customers: readonly ({
      readonly id: string
      readonly name: string | null
      /** From 0 to 1; 1: the name or the code is exactly this. */
      readonly score: unknown
      /** The kind of record. */
      readonly type: string
      readonly code: string | null
      readonly status: string | null
    })[]
    readonly "sales-orders": readonly ({
      readonly id: string
      readonly name: string | null
      /** From 0 to 1; 1: the name or the code is exactly this. */
      readonly score: unknown
      /** The kind of record. */
      readonly type: string
      readonly code: string | null
      readonly status: string | null
    })[]
    readonly invoices: readonly ({
      readonly id: string
      readonly name: string | null
      /** From 0 to 1; 1: the name or the code is exactly this. */
      readonly score: unknown
      /** The kind of record. */
      readonly type: string
      readonly code: string | null
      readonly status: string | null
    })[]
  }
  /** Records that come as a table: looked at first, then brought in row by row. */
  readonly Import: {
    readonly id: string
    /** What the rows are. */
    readonly resource?: string
    /** insert leaves records alone that are there already, update makes no new ones, upsert does both. */
    readonly mode?: "insert" | "update" | "upsert"
    /** The field that each column goes into; columns that are not named are left out. Guessed if left out. */
    readonly mapping?: Readonly<Record<string, string>>
    /** The fields by which a row knows its record. What tells records apart by itself if left out. */
    readonly key?: readonly (string)[]
    /** Only look what would happen. */
    readonly dryRun?: boolean
    /** checking and running go on by themselves, whatever happens to the server meanwhile; unmapped waits for a mapping. */
    readonly status?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed"
    readonly delimiter?: "," | ";" | "\t" | "|"
    readonly columns?: readonly (string)[]
    /** The first rows. */
    readonly sample?: unknown
    /** Rows of the table, without its header. */
    readonly rowCount?: number
    /** How far it has come. */
    readonly processed?: number
    /** Rows that became new records, or would. */
    readonly created?: number
    /** Rows that changed a record, or would. */
    readonly updated?: number
    /** Rows that there was nothing to do for. */
    readonly skipped?: number
    /** Rows that were refused. */
    readonly failed?: number
    /** The first 100; row 1 is the header. */
    readonly errors?: unknown
    /** Why it could not go on. */
    readonly problem?: string | null
    readonly startedAt?: string | null
    readonly finishedAt?: string | null
    /** When it was created, UTC. */
    readonly createdAt?: string
    /** When it last changed, UTC. */
    readonly updatedAt?: string
    /** The user who created it; null for the service itself. */
    readonly createdBy?: string | null
    /** Grows by one with every change. */
    readonly version?: number
    readonly permitted?: Schemas['Permitted']
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly CreateImportInput: {
    /** One of items, customers, payments, deliveries, stock-movements. */
    readonly resource: string
    /** The table; its first row names the columns. */
    readonly csv: string
    /** What parts the cells; guessed if left out. */
    readonly delimiter?: "," | ";" | "\t" | "|" | null
    /** insert leaves records alone that are there already, update makes no new ones, upsert does both. */
    readonly mode?: "insert" | "update" | "upsert" | null
    /** The field that each column goes into; columns that are not named are left out. Guessed if left out. */
    readonly mapping?: Readonly<Record<string, string>> | null
    /** The fields by which a row knows its record. What tells records apart by itself if left out. */
    readonly key?: readonly (string)[] | null
    /** Only look what would happen. */
    readonly dryRun?: boolean | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly RunImportInput: {
    readonly mode?: "insert" | "update" | "upsert" | null
    readonly mapping?: Readonly<Record<string, string>> | null
    readonly key?: readonly (string)[] | null
    /** Only look what would happen. */
    readonly dryRun?: boolean | null
  }
  readonly BulkImportsOutput: {
    readonly results: readonly ({
      readonly id: string
      /** What the record is called; null if you do not see it. */
      readonly title: string | null
      readonly ok: boolean
      /** Why it was refused, as if it had been asked for alone. */
      readonly error?: {
        readonly code: string
        readonly message: string
        readonly details: readonly ({
          readonly field: string
          readonly message: string
        })[]
      }
    })[]
    readonly succeeded: number
    readonly failed: number
    /** Where the filter matches more: to be sent on as cursor in the filter. */
    readonly nextCursor: string | null
  }
  /** Read-only fields may be sent back as they were received; they are ignored. Unknown fields are refused. */
  readonly BulkImportsInput: {
    readonly action: "delete"
    readonly ids?: readonly (string)[] | null
    /** Instead of ids: the query string of a list. */
    readonly filter?: string | null
    /** What each record is sent: the body of the update or the status. */
    readonly input?: unknown
  }
  readonly GetSummaryReportOutput: {
    readonly from: string
    readonly to: string
    readonly currency: string
    /** Invoices that were issued for this time; drafts and cancelled ones do not count. */
    readonly revenue?: {
      readonly from: string
      readonly to: string
      readonly count: number
      readonly net: number
      readonly tax: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    /** The same for as many days just before. */
    readonly previousRevenue?: {
      readonly from: string
      readonly to: string
      readonly count: number
      readonly net: number
      readonly tax: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    /** Payments of this time. */
    readonly collected?: {
      readonly count: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    /** What customers owe today. */
    readonly unpaid?: {
      readonly count: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    /** The part of it that is past its due date. */
    readonly overdue?: {
      readonly count: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    /** Orders that are submitted or on hold, and not yet invoiced as a whole. */
    readonly openOrders?: {
      readonly count: number
      readonly amount: number
      /** The query of the list of these records. */
      readonly query: string
    }
    readonly ordersByStatus?: Readonly<Record<string, number>>
    /** Items of which less is available than the reorder level. */
    readonly lowStock?: {
      readonly count: number
      /** The query of the list of these records. */
      readonly query: string
    }
  }
  readonly GetSalesReportOutput: {
    readonly from: string
    readonly to: string
    readonly interval: "day" | "week" | "month"
    readonly currency: string
    readonly periods: readonly ({
      readonly from: string
      readonly to: string
      /** With tax. */
      readonly invoiced?: number
      /** Without tax. */
      readonly net?: number
      readonly collected?: number
    })[]
    readonly totals: {
      /** With tax. */
      readonly invoiced?: number
      /** Without tax. */
      readonly net?: number
      readonly collected?: number
    }
  }
  readonly GetReceivablesReportOutput: {
    /** Today, where the company is. */
    readonly day: string
    readonly currency: string
    readonly total?: {
      readonly count: number
      readonly amount: number
    }
    readonly ages?: readonly ({
      /** Days past the due date. */
      readonly age: "not_due" | "1-30" | "31-60" | "61-90" | "over_90"
      readonly count: number
      readonly amount: number
    })[]
    /** Those who owe most. */
    readonly customers?: readonly ({
      readonly customer: string
      readonly customerName: string
      readonly count: number
      readonly amount: number
      readonly overdue: number
    })[]
  }
  readonly GetLowStockReportOutput: {
    /** All of them, listed here or not. */
    readonly count?: number
    readonly items?: readonly ({
      readonly id: string
      readonly itemCode: string
      readonly itemName: string
      readonly uom: string
      readonly availableStock: number
      readonly reorderLevel: number
      readonly reorderQty: number
      /** How much less than the reorder level is available. */
      readonly missing: number
    })[]
  }
  readonly ListResourcesOutput: readonly ({
    readonly name: string
    readonly singular: string
    /** Below /api/v1. */
    readonly path: string
    /** The field that people call a record by. */
    readonly title: string
    readonly idPrefix: string
    readonly description: string
    /** Needs the scope admin. */
    readonly administrative: boolean
    /** Lists of it take the parameter search. */
    readonly isSearchable: boolean
    /** GET /search finds its records. */
    readonly isInSearch: boolean
    /** POST /imports makes records of it from a table, as far as you may create or update them. */
    readonly isImportable: boolean
    /** What your role and credential allow. */
    readonly rights: readonly ("read" | "create" | "update" | "delete" | "submit" | "cancel" | "override" | "export" | "manage")[]
    /** What your role sees and cannot change. */
    readonly readOnlyFields: readonly (string)[]
    /** In the order in which a record shows them: name, kind, isRequired, isReadOnly, isNullable, isSortable, isFilterable and, where they apply, isWriteOnly, isShownOnce, isUnique, isComputed, isCounted, isSearched, description, example, default, choices, alsoFilter, target, format, min, max, of (the entries of a list or map), fields (the parts of a group or of lines). What is hidden from you is not there. */
    readonly fields: unknown
    /** What lists can be filtered by, and the operators that each takes. */
    readonly filters: unknown
    readonly actions: readonly ({
      readonly name: string
      readonly method: string
      /** Below the address of the resource; may be empty. */
      readonly path: string
      readonly summary: string
      /** By your role and your credential. */
      readonly isAllowed: boolean
    })[]
    /** Where records have a status. */
    readonly statuses: readonly (string)[]
    /** Which status can follow which, as far as you have the right. Each record adds allowedTransitions. */
    readonly transitions: readonly ({
      readonly from: readonly (string)[]
      readonly to: string
    })[]
    /** Offer users only records for deletion whose field has one of these values; left out: all. DELETE itself may accept more. */
    readonly deletable?: unknown
  })[]
  readonly GetResourceOutput: {
    readonly name: string
    readonly singular: string
    /** Below /api/v1. */
    readonly path: string
    /** The field that people call a record by. */
    readonly title: string
    readonly idPrefix: string
    readonly description: string
    /** Needs the scope admin. */
    readonly administrative: boolean
    /** Lists of it take the parameter search. */
    readonly isSearchable: boolean
    /** GET /search finds its records. */
    readonly isInSearch: boolean
    /** POST /imports makes records of it from a table, as far as you may create or update them. */
    readonly isImportable: boolean
    /** What your role and credential allow. */
    readonly rights: readonly ("read" | "create" | "update" | "delete" | "submit" | "cancel" | "override" | "export" | "manage")[]
    /** What your role sees and cannot change. */
    readonly readOnlyFields: readonly (string)[]
    /** In the order in which a record shows them: name, kind, isRequired, isReadOnly, isNullable, isSortable, isFilterable and, where they apply, isWriteOnly, isShownOnce, isUnique, isComputed, isCounted, isSearched, description, example, default, choices, alsoFilter, target, format, min, max, of (the entries of a list or map), fields (the parts of a group or of lines). What is hidden from you is not there. */
    readonly fields: unknown
    /** What lists can be filtered by, and the operators that each takes. */
    readonly filters: unknown
    readonly actions: readonly ({
      readonly name: string
      readonly method: string
      /** Below the address of the resource; may be empty. */
      readonly path: string
      readonly summary: string
      /** By your role and your credential. */
      readonly isAllowed: boolean
    })[]
    /** Where records have a status. */
    readonly statuses: readonly (string)[]
    /** Which status can follow which, as far as you have the right. Each record adds allowedTransitions. */
    readonly transitions: readonly ({
      readonly from: readonly (string)[]
      readonly to: string
    })[]
    /** Offer users only records for deletion whose field has one of these values; left out: all. DELETE itself may accept more. */
    readonly deletable?: unknown
  }
  readonly GetUsageOutput: {
    readonly plan: string
    /** Through all your tokens, keys and apps. */
    readonly api: {
      readonly minute: {
        readonly limit: number
        /** This very request included. */
        readonly used: number
        /** When counting begins anew. */
        readonly resetAt: string
      }
      readonly day: {
        /** Null: as many as you like. */
        readonly limit: number | null
        /** This very request included. */
        readonly used: number
        /** When counting begins anew. */
        readonly resetAt: string
      }
    }
    /** In the web interface. */
    readonly web: {
      readonly minute: {
        readonly limit: number
        /** This very request included. */
        readonly used: number
        /** When counting begins anew. */
        readonly resetAt: string
      }
      readonly day: {
        /** Null: as many as you like. */
        readonly limit: number | null
        /** This very request included. */
        readonly used: number
        /** When counting begins anew. */
        readonly resetAt: string
      }
    }
  }
}

export interface Operations {
  /** Sign in */
  readonly 'POST /auth/login': {
    readonly body: Schemas['LoginInput']
    readonly data: Schemas['LoginOutput']
  }
  /** Trade a refresh token for new tokens */
  readonly 'POST /auth/refresh': {
    readonly body: Schemas['RefreshInput']
    readonly data: Schemas['RefreshOutput']
  }
  /** Sign out */
  readonly 'POST /auth/logout': {
    readonly data: undefined
  }
  /** Change my password */
  readonly 'POST /auth/password': {
    readonly body: Schemas['ChangePasswordInput']
    readonly data: undefined
  }
  /** Change my e-mail address */
  readonly 'POST /auth/email': {
    readonly body: Schemas['ChangeEmailInput']
    readonly data: undefined
  }
  /** Who am I, and what may I do */
  readonly 'GET /auth/me': {
    readonly data: Schemas['MeOutput']
  }
  /** List where I am signed in */
  readonly 'GET /auth/sessions': {
    readonly data: Schemas['ListSessionsOutput']
  }
  /** Sign out everywhere else */
  readonly 'DELETE /auth/sessions': {
    readonly data: undefined
  }
  /** End one of my sessions */
  readonly 'DELETE /auth/sessions/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List the apps that may act for me */
  readonly 'GET /auth/connected-apps': {
    readonly data: Schemas['ListConnectedAppsOutput']
  }
  /** Shut an app out that I let in */
  readonly 'DELETE /auth/connected-apps/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List items */
  readonly 'GET /items': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "itemCode" | "itemName" | "category" | "itemType" | "sellingPrice" | "costPrice" | "currentStock" | "availableStock" | "reorderLevel" | "isLowStock" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "itemCode" | "itemName" | "category" | "itemType" | "uom" | "sellingPrice" | "costPrice" | "taxRate" | "currentStock" | "reservedStock" | "availableStock" | "reorderLevel" | "isLowStock" | "reorderQty" | "description" | "images" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly itemCode?: Schemas['TextFilter']
      readonly itemName?: Schemas['TextFilter']
      readonly category?: Schemas['TextFilter']
      readonly itemType?: "Product" | "Service" | "Consumable" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "Product" | "Service" | "Consumable" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "Product" | "Service" | "Consumable" | "null"
        /** greater than */
        readonly gt?: "Product" | "Service" | "Consumable"
        /** greater than or equal */
        readonly gte?: "Product" | "Service" | "Consumable"
        /** less than */
        readonly lt?: "Product" | "Service" | "Consumable"
        /** less than or equal */
        readonly lte?: "Product" | "Service" | "Consumable"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly uom?: Schemas['TextFilter']
      readonly sellingPrice?: Schemas['MoneyFilter']
      readonly costPrice?: Schemas['MoneyFilter']
      readonly taxRate?: Schemas['PercentFilter']
      readonly currentStock?: Schemas['QuantityFilter']
      readonly reservedStock?: Schemas['QuantityFilter']
      readonly availableStock?: Schemas['QuantityFilter']
      readonly reorderLevel?: Schemas['QuantityFilter']
      readonly isLowStock?: Schemas['FlagFilter']
      readonly reorderQty?: Schemas['QuantityFilter']
      readonly description?: Schemas['TextFilter']
      readonly isActive?: Schemas['FlagFilter']
      readonly status?: "active" | "inactive" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "active" | "inactive" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "active" | "inactive" | "null"
        /** greater than */
        readonly gt?: "active" | "inactive"
        /** greater than or equal */
        readonly gte?: "active" | "inactive"
        /** less than */
        readonly lt?: "active" | "inactive"
        /** less than or equal */
        readonly lte?: "active" | "inactive"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Item'])[]
  }
  /** Create an item */
  readonly 'POST /items': {
    readonly body: Schemas['CreateItemInput']
    readonly data: Schemas['Item']
  }
  /** Get one item */
  readonly 'GET /items/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "itemCode" | "itemName" | "category" | "itemType" | "uom" | "sellingPrice" | "costPrice" | "taxRate" | "currentStock" | "reservedStock" | "availableStock" | "reorderLevel" | "isLowStock" | "reorderQty" | "description" | "images" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Item']
  }
  /** Update an item */
  readonly 'PUT /items/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateItemInput']
    readonly data: Schemas['Item']
  }
  /** Update an item (the same as PUT) */
  readonly 'PATCH /items/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateItemInput']
    readonly data: Schemas['Item']
  }
  /** Delete an item */
  readonly 'DELETE /items/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one item */
  readonly 'GET /items/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many items at once */
  readonly 'POST /items/bulk': {
    readonly body: Schemas['BulkItemsInput']
    readonly data: Schemas['BulkItemsOutput']
  }
  /** List customers */
  readonly 'GET /customers': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "name" | "email" | "type" | "address.city" | "address.country" | "creditLimit" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "name" | "email" | "phone" | "type" | "address" | "creditLimit" | "creditHold" | "paymentTerms" | "taxId" | "balance" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly name?: Schemas['TextFilter']
      readonly email?: Schemas['TextFilter']
      readonly phone?: Schemas['TextFilter']
      readonly type?: Schemas['TextFilter']
      readonly "address.street"?: Schemas['TextFilter']
      readonly "address.city"?: Schemas['TextFilter']
      readonly "address.state"?: Schemas['TextFilter']
      readonly "address.zipCode"?: Schemas['TextFilter']
      readonly "address.country"?: Schemas['TextFilter']
      readonly creditLimit?: Schemas['MoneyFilter']
      readonly creditHold?: Schemas['FlagFilter']
      readonly paymentTerms?: Schemas['TextFilter']
      readonly taxId?: Schemas['TextFilter']
      readonly isActive?: Schemas['FlagFilter']
      readonly status?: "active" | "inactive" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "active" | "inactive" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "active" | "inactive" | "null"
        /** greater than */
        readonly gt?: "active" | "inactive"
        /** greater than or equal */
        readonly gte?: "active" | "inactive"
        /** less than */
        readonly lt?: "active" | "inactive"
        /** less than or equal */
        readonly lte?: "active" | "inactive"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Customer'])[]
  }
  /** Create a customer */
  readonly 'POST /customers': {
    readonly body: Schemas['CreateCustomerInput']
    readonly data: Schemas['Customer']
  }
  /** Get one customer */
  readonly 'GET /customers/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "name" | "email" | "phone" | "type" | "address" | "creditLimit" | "creditHold" | "paymentTerms" | "taxId" | "balance" | "isActive" | "status" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Customer']
  }
  /** Update a customer */
  readonly 'PUT /customers/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateCustomerInput']
    readonly data: Schemas['Customer']
  }
  /** Update a customer (the same as PUT) */
  readonly 'PATCH /customers/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateCustomerInput']
    readonly data: Schemas['Customer']
  }
  /** Delete a customer */
  readonly 'DELETE /customers/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one customer */
  readonly 'GET /customers/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many customers at once */
  readonly 'POST /customers/bulk': {
    readonly body: Schemas['BulkCustomersInput']
    readonly data: Schemas['BulkCustomersOutput']
  }
  /** List sales-orders */
  readonly 'GET /sales-orders': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "orderNumber" | "customer" | "customerName" | "orderDate" | "deliveryDate" | "status" | "deliveryStatus" | "invoiceStatus" | "total" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "orderNumber" | "customer" | "customerName" | "orderDate" | "deliveryDate" | "status" | "deliveryStatus" | "invoiceStatus" | "items" | "subtotal" | "discountTotal" | "taxTotal" | "total" | "currency" | "paymentTerms" | "notes" | "invoices" | "allowedTransitions" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly orderNumber?: Schemas['TextFilter']
      readonly customer?: Schemas['RefFilter']
      readonly customerName?: Schemas['TextFilter']
      readonly orderDate?: Schemas['DateFilter']
      readonly deliveryDate?: Schemas['DateFilter']
      readonly status?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled" | "null"
        /** greater than */
        readonly gt?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
        /** greater than or equal */
        readonly gte?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
        /** less than */
        readonly lt?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
        /** less than or equal */
        readonly lte?: "draft" | "submitted" | "on_hold" | "closed" | "cancelled"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly deliveryStatus?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable" | "null"
        /** greater than */
        readonly gt?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
        /** greater than or equal */
        readonly gte?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
        /** less than */
        readonly lt?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
        /** less than or equal */
        readonly lte?: "not_delivered" | "partly_delivered" | "delivered" | "not_applicable"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly invoiceStatus?: "not_invoiced" | "partly_invoiced" | "invoiced" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "not_invoiced" | "partly_invoiced" | "invoiced" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "not_invoiced" | "partly_invoiced" | "invoiced" | "null"
        /** greater than */
        readonly gt?: "not_invoiced" | "partly_invoiced" | "invoiced"
        /** greater than or equal */
        readonly gte?: "not_invoiced" | "partly_invoiced" | "invoiced"
        /** less than */
        readonly lt?: "not_invoiced" | "partly_invoiced" | "invoiced"
        /** less than or equal */
        readonly lte?: "not_invoiced" | "partly_invoiced" | "invoiced"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly subtotal?: Schemas['MoneyFilter']
      readonly discountTotal?: Schemas['MoneyFilter']
      readonly taxTotal?: Schemas['MoneyFilter']
      readonly total?: Schemas['MoneyFilter']
      readonly currency?: Schemas['TextFilter']
      readonly paymentTerms?: Schemas['TextFilter']
      readonly notes?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['SalesOrder'])[]
  }
  /** Create a sales order */
  readonly 'POST /sales-orders': {
    readonly body: Schemas['CreateSalesOrderInput']
    readonly data: Schemas['SalesOrder']
  }
  /** Get one sales order */
  readonly 'GET /sales-orders/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "orderNumber" | "customer" | "customerName" | "orderDate" | "deliveryDate" | "status" | "deliveryStatus" | "invoiceStatus" | "items" | "subtotal" | "discountTotal" | "taxTotal" | "total" | "currency" | "paymentTerms" | "notes" | "invoices" | "allowedTransitions" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['SalesOrder']
  }
  /** Update a sales order */
  readonly 'PUT /sales-orders/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateSalesOrderInput']
    readonly data: Schemas['SalesOrder']
  }
  /** Update a sales order (the same as PUT) */
  readonly 'PATCH /sales-orders/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateSalesOrderInput']
    readonly data: Schemas['SalesOrder']
  }
  /** Delete a sales order */
  readonly 'DELETE /sales-orders/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one sales order */
  readonly 'GET /sales-orders/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Move a sales order to another status */
  readonly 'PUT /sales-orders/{id}/status': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['SetSalesOrderStatusInput']
    readonly data: Schemas['SalesOrder']
  }
  /** Move a sales order to another status (the same as PUT) */
  readonly 'PATCH /sales-orders/{id}/status': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['SetSalesOrderStatusInput']
    readonly data: Schemas['SalesOrder']
  }
  /** Change many sales-orders at once */
  readonly 'POST /sales-orders/bulk': {
    readonly body: Schemas['BulkSalesOrdersInput']
    readonly data: Schemas['BulkSalesOrdersOutput']
  }
  /** List invoices */
  readonly 'GET /invoices': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "invoiceNumber" | "status" | "salesOrder" | "customer" | "customerName" | "invoiceDate" | "dueDate" | "total" | "outstanding" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "invoiceNumber" | "status" | "salesOrder" | "customer" | "customerName" | "invoiceDate" | "dueDate" | "isOverdue" | "daysOverdue" | "items" | "subtotal" | "discountTotal" | "taxTotal" | "total" | "amountPaid" | "outstanding" | "currency" | "paymentTerms" | "billingAddress" | "notes" | "payments" | "allowedTransitions" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly invoiceNumber?: Schemas['TextFilter']
      readonly status?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled" | "overdue" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled" | "overdue" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled" | "overdue" | "null"
        /** greater than */
        readonly gt?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
        /** greater than or equal */
        readonly gte?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
        /** less than */
        readonly lt?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
        /** less than or equal */
        readonly lte?: "draft" | "unpaid" | "partially_paid" | "paid" | "cancelled"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly salesOrder?: Schemas['RefFilter']
      readonly customer?: Schemas['RefFilter']
      readonly customerName?: Schemas['TextFilter']
      readonly invoiceDate?: Schemas['DateFilter']
      readonly dueDate?: Schemas['DateFilter']
      readonly isOverdue?: boolean | Schemas['NullWord'] | {
        /** equal; null means: has no value */
        readonly eq?: boolean | Schemas['NullWord']
        /** not equal; null means: has a value */
        readonly ne?: boolean | Schemas['NullWord']
        /** greater than */
        readonly gt?: boolean
        /** greater than or equal */
        readonly gte?: boolean
        /** less than */
        readonly lt?: boolean
        /** less than or equal */
        readonly lte?: boolean
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
      }
      readonly subtotal?: Schemas['MoneyFilter']
      readonly discountTotal?: Schemas['MoneyFilter']
      readonly taxTotal?: Schemas['MoneyFilter']
      readonly total?: Schemas['MoneyFilter']
      readonly amountPaid?: Schemas['MoneyFilter']
      readonly outstanding?: Schemas['MoneyFilter']
      readonly currency?: Schemas['TextFilter']
      readonly paymentTerms?: Schemas['TextFilter']
      readonly "billingAddress.street"?: Schemas['TextFilter']
      readonly "billingAddress.city"?: Schemas['TextFilter']
      readonly "billingAddress.state"?: Schemas['TextFilter']
      readonly "billingAddress.zipCode"?: Schemas['TextFilter']
      readonly "billingAddress.country"?: Schemas['TextFilter']
      readonly notes?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Invoice'])[]
  }
  /** Create an invoice without an order */
  readonly 'POST /invoices': {
    readonly body: Schemas['CreateInvoiceInput']
    readonly data: Schemas['Invoice']
  }
  /** Get one invoice */
  readonly 'GET /invoices/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "invoiceNumber" | "status" | "salesOrder" | "customer" | "customerName" | "invoiceDate" | "dueDate" | "isOverdue" | "daysOverdue" | "items" | "subtotal" | "discountTotal" | "taxTotal" | "total" | "amountPaid" | "outstanding" | "currency" | "paymentTerms" | "billingAddress" | "notes" | "payments" | "allowedTransitions" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Invoice']
  }
  /** Update an invoice */
  readonly 'PUT /invoices/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateInvoiceInput']
    readonly data: Schemas['Invoice']
  }
  /** Update an invoice (the same as PUT) */
  readonly 'PATCH /invoices/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateInvoiceInput']
    readonly data: Schemas['Invoice']
  }
  /** Delete an invoice */
  readonly 'DELETE /invoices/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one invoice */
  readonly 'GET /invoices/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Move an invoice to another status */
  readonly 'PUT /invoices/{id}/status': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['SetInvoiceStatusInput']
    readonly data: Schemas['Invoice']
  }
  /** Move an invoice to another status (the same as PUT) */
  readonly 'PATCH /invoices/{id}/status': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['SetInvoiceStatusInput']
    readonly data: Schemas['Invoice']
  }
  /** Create an invoice from a sales order */
  readonly 'POST /invoices/from-order': {
    readonly body: Schemas['CreateInvoiceFromOrderInput']
    readonly data: Schemas['Invoice']
  }
  /** Change many invoices at once */
  readonly 'POST /invoices/bulk': {
    readonly body: Schemas['BulkInvoicesInput']
    readonly data: Schemas['BulkInvoicesOutput']
  }
  /** List payments */
  readonly 'GET /payments': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "invoice" | "customer" | "amount" | "paymentDate" | "method" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "invoice" | "customer" | "amount" | "paymentDate" | "method" | "reference" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly invoice?: Schemas['RefFilter']
      readonly customer?: Schemas['RefFilter']
      readonly amount?: Schemas['MoneyFilter']
      readonly paymentDate?: Schemas['DateFilter']
      readonly method?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other" | "null"
        /** greater than */
        readonly gt?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other"
        /** greater than or equal */
        readonly gte?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other"
        /** less than */
        readonly lt?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other"
        /** less than or equal */
        readonly lte?: "bank_transfer" | "cash" | "card" | "direct_debit" | "cheque" | "other"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly reference?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Payment'])[]
  }
  /** Enter a payment */
  readonly 'POST /payments': {
    readonly body: Schemas['CreatePaymentInput']
    readonly data: Schemas['Payment']
  }
  /** Get one payment */
  readonly 'GET /payments/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "invoice" | "customer" | "amount" | "paymentDate" | "method" | "reference" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Payment']
  }
  /** Update a payment */
  readonly 'PUT /payments/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdatePaymentInput']
    readonly data: Schemas['Payment']
  }
  /** Update a payment (the same as PUT) */
  readonly 'PATCH /payments/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdatePaymentInput']
    readonly data: Schemas['Payment']
  }
  /** Take back a payment */
  readonly 'DELETE /payments/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one payment */
  readonly 'GET /payments/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many payments at once */
  readonly 'POST /payments/bulk': {
    readonly body: Schemas['BulkPaymentsInput']
    readonly data: Schemas['BulkPaymentsOutput']
  }
  /** List deliveries */
  readonly 'GET /deliveries': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "salesOrder" | "customer" | "deliveryDate" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "salesOrder" | "customer" | "customerName" | "orderNumber" | "deliveryDate" | "items" | "notes" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly salesOrder?: Schemas['RefFilter']
      readonly customer?: Schemas['RefFilter']
      readonly customerName?: Schemas['TextFilter']
      readonly orderNumber?: Schemas['TextFilter']
      readonly deliveryDate?: Schemas['DateFilter']
      readonly notes?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Delivery'])[]
  }
  /** Enter a delivery */
  readonly 'POST /deliveries': {
    readonly body: Schemas['CreateDeliveryInput']
    readonly data: Schemas['Delivery']
  }
  /** Get one delivery */
  readonly 'GET /deliveries/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "salesOrder" | "customer" | "customerName" | "orderNumber" | "deliveryDate" | "items" | "notes" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Delivery']
  }
  /** Update a delivery */
  readonly 'PUT /deliveries/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateDeliveryInput']
    readonly data: Schemas['Delivery']
  }
  /** Update a delivery (the same as PUT) */
  readonly 'PATCH /deliveries/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateDeliveryInput']
    readonly data: Schemas['Delivery']
  }
  /** Undo a delivery */
  readonly 'DELETE /deliveries/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one delivery */
  readonly 'GET /deliveries/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many deliveries at once */
  readonly 'POST /deliveries/bulk': {
    readonly body: Schemas['BulkDeliveriesInput']
    readonly data: Schemas['BulkDeliveriesOutput']
  }
  /** List stock-movements */
  readonly 'GET /stock-movements': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "item" | "reason" | "delivery" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "item" | "quantity" | "reason" | "note" | "delivery" | "balance" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly item?: Schemas['RefFilter']
      readonly quantity?: Schemas['QuantityFilter']
      readonly reason?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled" | "null"
        /** greater than */
        readonly gt?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled"
        /** greater than or equal */
        readonly gte?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled"
        /** less than */
        readonly lt?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled"
        /** less than or equal */
        readonly lte?: "receipt" | "adjustment" | "return" | "write_off" | "delivery" | "delivery_cancelled"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly note?: Schemas['TextFilter']
      readonly delivery?: Schemas['TextFilter']
      readonly balance?: Schemas['QuantityFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['StockMovement'])[]
  }
  /** Enter a stock movement */
  readonly 'POST /stock-movements': {
    readonly body: Schemas['CreateStockMovementInput']
    readonly data: Schemas['StockMovement']
  }
  /** Get one stock movement */
  readonly 'GET /stock-movements/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "item" | "quantity" | "reason" | "note" | "delivery" | "balance" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['StockMovement']
  }
  /** Update a stock movement */
  readonly 'PUT /stock-movements/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateStockMovementInput']
    readonly data: Schemas['StockMovement']
  }
  /** Update a stock movement (the same as PUT) */
  readonly 'PATCH /stock-movements/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateStockMovementInput']
    readonly data: Schemas['StockMovement']
  }
  /** Delete a stock movement */
  readonly 'DELETE /stock-movements/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one stock movement */
  readonly 'GET /stock-movements/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many stock-movements at once */
  readonly 'POST /stock-movements/bulk': {
    readonly body: Schemas['BulkStockMovementsInput']
    readonly data: Schemas['BulkStockMovementsOutput']
  }
  /** Get the settings */
  readonly 'GET /settings': {
    readonly query?: {
      readonly fields?: readonly ("id" | "companyName" | "address" | "taxId" | "email" | "phone" | "currency" | "timeZone" | "orderNumberPattern" | "invoiceNumberPattern" | "plan" | "isSetUp" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Settings']
  }
  /** Change the settings */
  readonly 'PUT /settings': {
    readonly body: Schemas['UpdateSettingsInput']
    readonly data: Schemas['Settings']
  }
  /** Change the settings (the same as PUT) */
  readonly 'PATCH /settings': {
    readonly body: Schemas['UpdateSettingsInput']
    readonly data: Schemas['Settings']
  }
  /** List what happened to one settings */
  readonly 'GET /settings/history': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Fill an empty company with demo data */
  readonly 'POST /settings/demo-data': {
    readonly data: Schemas['FillSettingsDemoOutput']
  }
  /** List views */
  readonly 'GET /views': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "name" | "resource" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "name" | "resource" | "query" | "columns" | "isShared" | "isDefault" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly name?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly query?: Schemas['TextFilter']
      readonly isShared?: Schemas['FlagFilter']
      readonly isDefault?: Schemas['FlagFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['View'])[]
  }
  /** Save a view */
  readonly 'POST /views': {
    readonly body: Schemas['CreateViewInput']
    readonly data: Schemas['View']
  }
  /** Get one view */
  readonly 'GET /views/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "name" | "resource" | "query" | "columns" | "isShared" | "isDefault" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['View']
  }
  /** Change a view */
  readonly 'PUT /views/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateViewInput']
    readonly data: Schemas['View']
  }
  /** Change a view (the same as PUT) */
  readonly 'PATCH /views/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateViewInput']
    readonly data: Schemas['View']
  }
  /** Delete a view */
  readonly 'DELETE /views/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one view */
  readonly 'GET /views/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many views at once */
  readonly 'POST /views/bulk': {
    readonly body: Schemas['BulkViewsInput']
    readonly data: Schemas['BulkViewsOutput']
  }
  /** List users */
  readonly 'GET /users': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "email" | "name" | "role" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "email" | "name" | "role" | "type" | "isActive" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly email?: Schemas['TextFilter']
      readonly name?: Schemas['TextFilter']
      readonly role?: Schemas['TextFilter']
      readonly type?: "user" | "service" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "user" | "service" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "user" | "service" | "null"
        /** greater than */
        readonly gt?: "user" | "service"
        /** greater than or equal */
        readonly gte?: "user" | "service"
        /** less than */
        readonly lt?: "user" | "service"
        /** less than or equal */
        readonly lte?: "user" | "service"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly isActive?: Schemas['FlagFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['User'])[]
  }
  /** Create an user */
  readonly 'POST /users': {
    readonly body: Schemas['CreateUserInput']
    readonly data: Schemas['User']
  }
  /** Get one user */
  readonly 'GET /users/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "email" | "name" | "role" | "type" | "isActive" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['User']
  }
  /** Update an user */
  readonly 'PUT /users/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateUserInput']
    readonly data: Schemas['User']
  }
  /** Update an user (the same as PUT) */
  readonly 'PATCH /users/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateUserInput']
    readonly data: Schemas['User']
  }
  /** Delete an user */
  readonly 'DELETE /users/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one user */
  readonly 'GET /users/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many users at once */
  readonly 'POST /users/bulk': {
    readonly body: Schemas['BulkUsersInput']
    readonly data: Schemas['BulkUsersOutput']
  }
  /** List roles */
  readonly 'GET /roles': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "name" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "name" | "description" | "permissions" | "isShipped" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly name?: Schemas['TextFilter']
      readonly description?: Schemas['TextFilter']
      readonly isShipped?: Schemas['FlagFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Role'])[]
  }
  /** Create a role */
  readonly 'POST /roles': {
    readonly body: Schemas['CreateRoleInput']
    readonly data: Schemas['Role']
  }
  /** Get one role */
  readonly 'GET /roles/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "name" | "description" | "permissions" | "isShipped" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Role']
  }
  /** Update a role */
  readonly 'PUT /roles/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateRoleInput']
    readonly data: Schemas['Role']
  }
  /** Update a role (the same as PUT) */
  readonly 'PATCH /roles/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateRoleInput']
    readonly data: Schemas['Role']
  }
  /** Delete a role */
  readonly 'DELETE /roles/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one role */
  readonly 'GET /roles/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Change many roles at once */
  readonly 'POST /roles/bulk': {
    readonly body: Schemas['BulkRolesInput']
    readonly data: Schemas['BulkRolesOutput']
  }
  /** List api-keys */
  readonly 'GET /api-keys': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "name" | "owner" | "expiresAt" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "name" | "owner" | "scopes" | "resources" | "allowedIps" | "expiresAt" | "key" | "prefix" | "lastFour" | "replacedBy" | "lastUsedAt" | "lastUsedIp" | "useCount" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly name?: Schemas['TextFilter']
      readonly owner?: Schemas['RefFilter']
      readonly expiresAt?: Schemas['InstantFilter']
      readonly prefix?: Schemas['TextFilter']
      readonly lastFour?: Schemas['TextFilter']
      readonly replacedBy?: Schemas['RefFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['APIKey'])[]
  }
  /** Create an API key */
  readonly 'POST /api-keys': {
    readonly body: Schemas['CreateAPIKeyInput']
    readonly data: Schemas['APIKey']
  }
  /** Get one API key */
  readonly 'GET /api-keys/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "name" | "owner" | "scopes" | "resources" | "allowedIps" | "expiresAt" | "key" | "prefix" | "lastFour" | "replacedBy" | "lastUsedAt" | "lastUsedIp" | "useCount" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['APIKey']
  }
  /** Update a API key */
  readonly 'PUT /api-keys/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateAPIKeyInput']
    readonly data: Schemas['APIKey']
  }
  /** Update a API key (the same as PUT) */
  readonly 'PATCH /api-keys/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateAPIKeyInput']
    readonly data: Schemas['APIKey']
  }
  /** Revoke an API key */
  readonly 'DELETE /api-keys/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one API key */
  readonly 'GET /api-keys/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Replace an API key by a new one */
  readonly 'POST /api-keys/{id}/rotate': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['RotateAPIKeyInput']
    readonly data: Schemas['APIKey']
  }
  /** Change many api-keys at once */
  readonly 'POST /api-keys/bulk': {
    readonly body: Schemas['BulkApiKeysInput']
    readonly data: Schemas['BulkApiKeysOutput']
  }
  /** List oauth-clients */
  readonly 'GET /oauth-clients': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "name" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "name" | "redirectUris" | "scopes" | "isPublic" | "isActive" | "clientId" | "clientSecret" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly name?: Schemas['TextFilter']
      readonly isPublic?: Schemas['FlagFilter']
      readonly isActive?: Schemas['FlagFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['App'])[]
  }
  /** Register an app */
  readonly 'POST /oauth-clients': {
    readonly body: Schemas['CreateAppInput']
    readonly data: Schemas['App']
  }
  /** Get one app */
  readonly 'GET /oauth-clients/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "name" | "redirectUris" | "scopes" | "isPublic" | "isActive" | "clientId" | "clientSecret" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['App']
  }
  /** Update an app */
  readonly 'PUT /oauth-clients/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateAppInput']
    readonly data: Schemas['App']
  }
  /** Update an app (the same as PUT) */
  readonly 'PATCH /oauth-clients/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['UpdateAppInput']
    readonly data: Schemas['App']
  }
  /** Delete an app */
  readonly 'DELETE /oauth-clients/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one app */
  readonly 'GET /oauth-clients/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Give an app a new secret */
  readonly 'POST /oauth-clients/{id}/rotate-secret': {
    readonly path: {
      readonly id: string
    }
    readonly data: Schemas['App']
  }
  /** Change many oauth-clients at once */
  readonly 'POST /oauth-clients/bulk': {
    readonly body: Schemas['BulkOauthClientsInput']
    readonly data: Schemas['BulkOauthClientsOutput']
  }
  /** List audit-log */
  readonly 'GET /audit-log': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Get one audit log entry */
  readonly 'GET /audit-log/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['AuditLogEntry']
  }
  /** Search everywhere */
  readonly 'GET /search': {
    readonly query: {
      readonly q: string
      readonly types?: readonly ("items" | "customers" | "sales-orders" | "invoices")[]
      readonly limit?: number
    }
    readonly data: Schemas['SearchOutput']
  }
  /** List imports */
  readonly 'GET /imports': {
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "resource" | "status" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "resource" | "mode" | "mapping" | "key" | "dryRun" | "status" | "delimiter" | "columns" | "sample" | "rowCount" | "processed" | "created" | "updated" | "skipped" | "failed" | "errors" | "problem" | "startedAt" | "finishedAt" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly resource?: Schemas['TextFilter']
      readonly mode?: "insert" | "update" | "upsert" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "insert" | "update" | "upsert" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "insert" | "update" | "upsert" | "null"
        /** greater than */
        readonly gt?: "insert" | "update" | "upsert"
        /** greater than or equal */
        readonly gte?: "insert" | "update" | "upsert"
        /** less than */
        readonly lt?: "insert" | "update" | "upsert"
        /** less than or equal */
        readonly lte?: "insert" | "update" | "upsert"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly dryRun?: Schemas['FlagFilter']
      readonly status?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed" | "null"
        /** greater than */
        readonly gt?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed"
        /** greater than or equal */
        readonly gte?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed"
        /** less than */
        readonly lt?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed"
        /** less than or equal */
        readonly lte?: "unmapped" | "checking" | "checked" | "running" | "completed" | "cancelled" | "failed"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly delimiter?: "," | ";" | "\t" | "|" | "null" | {
        /** equal; null means: has no value */
        readonly eq?: "," | ";" | "\t" | "|" | "null"
        /** not equal; null means: has a value */
        readonly ne?: "," | ";" | "\t" | "|" | "null"
        /** greater than */
        readonly gt?: "," | ";" | "\t" | "|"
        /** greater than or equal */
        readonly gte?: "," | ";" | "\t" | "|"
        /** less than */
        readonly lt?: "," | ";" | "\t" | "|"
        /** less than or equal */
        readonly lte?: "," | ";" | "\t" | "|"
        /** one of these, separated by commas; `\,` is a comma inside a value */
        readonly in?: string
        /** matches, whatever its case: % stands for any text, _ for one character; without them: contains */
        readonly like?: string
      }
      readonly rowCount?: Schemas['IntegerFilter']
      readonly processed?: Schemas['IntegerFilter']
      readonly created?: Schemas['IntegerFilter']
      readonly updated?: Schemas['IntegerFilter']
      readonly skipped?: Schemas['IntegerFilter']
      readonly failed?: Schemas['IntegerFilter']
      readonly problem?: Schemas['TextFilter']
      readonly startedAt?: Schemas['InstantFilter']
      readonly finishedAt?: Schemas['InstantFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
      readonly include?: readonly ("permitted")[]
    }
    readonly data: readonly (Schemas['Import'])[]
  }
  /** Import a table */
  readonly 'POST /imports': {
    readonly body: Schemas['CreateImportInput']
    readonly data: Schemas['Import']
  }
  /** Get one import */
  readonly 'GET /imports/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly fields?: readonly ("id" | "resource" | "mode" | "mapping" | "key" | "dryRun" | "status" | "delimiter" | "columns" | "sample" | "rowCount" | "processed" | "created" | "updated" | "skipped" | "failed" | "errors" | "problem" | "startedAt" | "finishedAt" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly include?: readonly ("permitted")[]
    }
    readonly data: Schemas['Import']
  }
  /** Delete an import */
  readonly 'DELETE /imports/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
  }
  /** List what happened to one import */
  readonly 'GET /imports/{id}/history': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
      readonly perPage?: number
      readonly cursor?: string
      readonly sort?: "id" | "actor" | "requestId" | "action" | "resource" | "recordId" | "createdAt" | "updatedAt" | "createdBy"
      readonly order?: "asc" | "desc"
      readonly search?: string
      readonly fields?: readonly ("id" | "actor" | "actorName" | "credential" | "address" | "requestId" | "action" | "resource" | "recordId" | "operation" | "changes" | "hash" | "createdAt" | "updatedAt" | "createdBy" | "version")[]
      readonly updatedSince?: string
      readonly includeTotal?: boolean
      readonly id?: Schemas['IdFilter']
      readonly actor?: Schemas['TextFilter']
      readonly actorName?: Schemas['TextFilter']
      readonly credential?: Schemas['TextFilter']
      readonly address?: Schemas['TextFilter']
      readonly requestId?: Schemas['TextFilter']
      readonly action?: Schemas['TextFilter']
      readonly resource?: Schemas['TextFilter']
      readonly recordId?: Schemas['TextFilter']
      readonly operation?: Schemas['TextFilter']
      readonly hash?: Schemas['TextFilter']
      readonly createdAt?: Schemas['InstantFilter']
      readonly updatedAt?: Schemas['InstantFilter']
      readonly createdBy?: Schemas['RefFilter']
      readonly version?: Schemas['IntegerFilter']
    }
    readonly data: readonly (Schemas['AuditLogEntry'])[]
  }
  /** Run an import */
  readonly 'POST /imports/{id}/run': {
    readonly path: {
      readonly id: string
    }
    readonly body: Schemas['RunImportInput']
    readonly data: Schemas['Import']
  }
  /** Cancel an import */
  readonly 'POST /imports/{id}/cancel': {
    readonly path: {
      readonly id: string
    }
    readonly data: Schemas['Import']
  }
  /** Change many imports at once */
  readonly 'POST /imports/bulk': {
    readonly body: Schemas['BulkImportsInput']
    readonly data: Schemas['BulkImportsOutput']
  }
  /** Get the figures of the business */
  readonly 'GET /reports/summary': {
    readonly query?: {
      readonly from?: string
      readonly to?: string
    }
    readonly data: Schemas['GetSummaryReportOutput']
  }
  /** Get what was invoiced and collected, period by period */
  readonly 'GET /reports/sales': {
    readonly query?: {
      readonly from?: string
      readonly to?: string
      readonly interval?: "day" | "week" | "month"
    }
    readonly data: Schemas['GetSalesReportOutput']
  }
  /** Get what customers owe, by age and by customer */
  readonly 'GET /reports/receivables': {
    readonly query?: {
      readonly limit?: number
    }
    readonly data: Schemas['GetReceivablesReportOutput']
  }
  /** Get the items that are running out */
  readonly 'GET /reports/low-stock': {
    readonly query?: {
      readonly limit?: number
    }
    readonly data: Schemas['GetLowStockReportOutput']
  }
  /** List what there is, and what you may do with it */
  readonly 'GET /resources': {
    readonly data: Schemas['ListResourcesOutput']
  }
  /** Get what there is to know of one resource */
  readonly 'GET /resources/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: Schemas['GetResourceOutput']
  }
  /** Get your limits, and what is used of them */
  readonly 'GET /usage': {
    readonly data: Schemas['GetUsageOutput']
  }
}
