import { everyResource } from './server/src/app/every-resource.ts'
import { tableOf } from './server/src/db/table.ts'

for (const r of everyResource())
  for (const c of tableOf(r).columns)
    if (c.sortKey)
      console.log(
        r.name,
        c.name,
        c.field.options.max ?? 255,
        JSON.stringify({
          u: c.field.options.unique,
          w: c.field.options.indexedWithin,
          req: c.field.options.required || c.field.options.filled || c.field.options.default !== undefined,
        }),
      )
