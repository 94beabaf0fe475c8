import { catalogOf } from '../catalog.ts'

export const catalog = catalogOf({
  tables: `
    select name from sqlite_schema
    where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`,
  columns: `select name, lower(type), "notnull" from pragma_table_info(?)`,
  indexes: `select name from pragma_index_list(?)`,
  indexDefinitions: `
    select name, sql from sqlite_schema where type = 'index' and tbl_name = ? and sql not like 'create unique %'`,
  foreignKeys: `
    select child.name, pointing."from", pointing."table"
    from sqlite_schema child, pragma_foreign_key_list(child.name) pointing where child.type = 'table'`,
})
