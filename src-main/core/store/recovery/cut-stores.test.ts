import { copyFileSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import {
  note,
  openFixture,
  type StoreFixture,
  temporaryFolder,
} from '../../../../test/support/store-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { openStore, type Store } from '../store.ts'

const PAGE = 4096

const SESSIONS = 3
const BEFORE = 151
const SINCE = 20

/** Sessions that lie in the file, each with an end that is in the write-ahead log alone. */
async function fill(fixture: StoreFixture): Promise<SessionId[]> {
  const ids: SessionId[] = []
  for (let session = 0; session < SESSIONS; session += 1) ids.push(await fixture.newSession())
  await Promise.all(ids.map((id) => fixture.store.events.append(id, notes(BEFORE - 1))))
  const { events } = await fixture.reopen()
  await Promise.all(ids.map((id) => events.append(id, notes(SINCE))))
  return ids
}

function notes(count: number): Draft[] {
  return Array.from({ length: count }, (_, index) => note(`${index} ${'word '.repeat(40)}`))
}

/** The files of a store as its owner left them: closed, or in the middle of its work. */
async function leave(fixture: StoreFixture, into: string, isAfterCrash: boolean): Promise<string> {
  if (!isAfterCrash) await fixture.store[Symbol.asyncDispose]()
  for (const name of ['orrery.db', 'orrery.db-wal']) {
    const from = join(fixture.dataDir, name)
    if (existsSync(from)) copyFileSync(from, join(into, name))
  }
  return join(into, 'orrery.db')
}

function lengthsOf({ events }: Store, ids: readonly SessionId[]): number[] {
  return ids.map((id) => [...events.read(id)].flat().length)
}

function open(dataDir: string, isAfterCrash: boolean): Promise<Store> {
  return openStore({ dataDir, clock: systemClock, mode: 'owner', isAfterCrash })
}

interface Cut {
  readonly ids: readonly SessionId[]
  readonly isAfterCrash: boolean
}

/** Opens it, says what is so and can be written; answers how much of each session there is. */
async function expectMended(dataDir: string, { ids, isAfterCrash }: Cut): Promise<number[]> {
  await using store = await open(dataDir, isAfterCrash)
  const lengths = lengthsOf(store, ids)
  expect(store.sessions.list()).toHaveLength(lengths.filter((length) => length > 0).length)
  const aside = readdirSync(dataDir).filter((name) => /\.damaged-[^.]*Z$/.test(name))
  const isWhole = lengths.every((length) => length === BEFORE + SINCE)
  // All of what was cut off may be in the write-ahead log as well: then nothing was damaged.
  if (isAfterCrash && isWhole && aside.length === 0) return lengths
  expect(aside).toHaveLength(1)
  expect(store.notice).toContain('The store was damaged. ')
  expect(store.notice).toContain(aside[0])
  return lengths
}

const cuts: Readonly<Record<string, (size: number) => number>> = {
  'to nothing': () => 0,
  'to one byte': () => 1,
  'in the middle of the first words': () => 10,
  'to its header': () => 100,
  'to one page': () => PAGE,
  'to little more than a page': () => 5000,
  'to some pages': (size) => Math.floor(size / 3 / PAGE) * PAGE,
  'to half': (size) => Math.floor(size / 2) + 1,
  'by little more than a page': (size) => size - PAGE - 1,
  'by a page': (size) => size - PAGE,
  'by a byte': (size) => size - 1,
}

const ends = { 'that was closed': false, 'after a crash': true } as const

for (const [when, isAfterCrash] of Object.entries(ends)) {
  test.for(Object.entries(cuts))(`a store ${when} and was cut %s is mended`, async ([, cut]) => {
    using folder = temporaryFolder()
    await using fixture = await openFixture()
    const ids = await fill(fixture)
    const file = await leave(fixture, folder.path, isAfterCrash)
    truncateSync(file, cut(statSync(file).size))
    const saved = await expectMended(folder.path, { ids, isAfterCrash })
    await using again = await open(folder.path, false)
    expect(again.notice).toBeUndefined()
    expect(lengthsOf(again, ids)).toEqual(saved)
  })
}
