import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderForPostgres, PostgresMember } from './postgres-member.ts'

/** A primary and a synchronous standby, which change roles. */
export interface PostgresPair {
  readonly members: readonly [PostgresMember, PostgresMember]
  readonly primary: PostgresMember
  readonly standby: PostgresMember
  /** The standby becomes the primary. */
  promote(): Promise<void>
  /** The former primary becomes the standby: stopped if it still runs, copied from the primary, started. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = folderForPostgres()
  const members = [await PostgresMember.in(folder), await PostgresMember.in(folder)] as const
  let [primary, standby] = members

  async function followPrimary(): Promise<void> {
    await standby.follow(primary)
    // Not before: a primary without its standby would not finish any COMMIT.
    await primary.run("alter system set synchronous_standby_names = '*'")
    await primary.run('select pg_reload_conf()')
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
    while ((await primary.run(isSynchronous)).length === 0) await sleep(50)
  }
  const stop = async () => {
    for (const member of members) await member.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await primary.create()
    await followPrimary()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    members,
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    async promote() {
      await standby.promote()
      ;[primary, standby] = [standby, primary]
    },
    async rejoin() {
      await standby.end()
      await followPrimary()
    },
    stop,
  }
}
