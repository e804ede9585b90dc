import { expect, test } from 'vitest'
import { openForkedHost } from '../../../test/support/forked-host.ts'
import {
  findEntry,
  listFilters,
  listIgnored,
  listStaged,
  openRepository,
  readEntries,
} from './commit-repository.ts'

const files = { 'project/a.txt': 'a\n' }

test('where git does not answer, it has not said that there is nothing', async () => {
  await using host = await openForkedHost({ files, isGit: true })
  const repository = await openRepository(host.root)
  const gone = { ...repository, head: '1'.repeat(40) }
  const failure = { code: 'unavailable', message: expect.stringContaining('Git does not answer') }
  await expect(readEntries(repository, gone.head, ['a.txt'])).rejects.toMatchObject(failure)
  await expect(listStaged(gone)).rejects.toMatchObject(failure)
  const elsewhere = { ...repository, top: host.folder }
  await expect(listIgnored(elsewhere, ['a.txt'])).rejects.toMatchObject(failure)
  await expect(listFilters(elsewhere, ['a.txt'])).rejects.toMatchObject(failure)
})

test('nothing is found, and nothing fails, where git says that there is nothing', async () => {
  await using host = await openForkedHost({ files, isGit: true })
  const repository = await openRepository(host.root)
  expect(await readEntries(repository, repository.head, ['b.txt'])).toEqual(new Map())
  expect(await listStaged(repository)).toEqual(new Set())
  expect(await listIgnored(repository, ['a.txt'])).toEqual(new Set())
  expect(await listFilters(repository, ['a.txt'])).toEqual(new Map())
  expect(await findEntry(repository, '1'.repeat(40), 'a.txt')).toBeUndefined()
})
