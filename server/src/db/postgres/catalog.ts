import { catalogOf } from '../catalog.ts'

export const catalog = catalogOf({
  tables: `select tablename from pg_tables where schemaname = current_schema() order by tablename`,
  columns: `
    select column_name, data_type, is_nullable = 'NO' from information_schema.columns
    where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
  indexes: `select indexname from pg_indexes where schemaname = current_schema() and tablename = $1`,
  indexDefinitions: `
    select indexname, indexdef from pg_indexes
    where schemaname = current_schema() and tablename = $1 and indexdef not like 'CREATE UNIQUE %'`,
  foreignKeys: `
    select child.relname, columns.attname, target.relname
    from pg_constraint pointing
    join pg_class child on child.oid = pointing.conrelid
    join pg_class target on target.oid = pointing.confrelid
    join pg_attribute columns on columns.attrelid = child.oid and columns.attnum = pointing.conkey[1]
    where pointing.contype = 'f' and pointing.connamespace = current_schema()::regnamespace`,
})
