import { expect, test } from 'vitest'
import { defineCommand } from './command.ts'

const read: unknown[] = []

const command = defineCommand({
  name: 'copy',
  usage: ['orrery copy FILE [OPTIONS]', 'orrery copy - < FILE'],
  about: 'Copies a file.',
  table: {
    FILE: { help: 'Its name' },
    force: { type: 'boolean', short: 'f', help: 'Overwrite what is there' },
    exclude: { type: 'string', multiple: true, value: 'GLOB/OF/SEVERAL/PARTS', help: 'Skip these' },
    limit: {
      type: 'string',
      value: 'N',
      help: 'At most this many bytes of the file; what is beyond that is left out, and named at the end.\nNo limit by default',
    },
    old: { type: 'string' },
  },
  positionals: { min: 1, max: 1, what: 'which file' },
  notes: 'Exits with 1 if it fails.',
  run: async ({ values: { force, exclude, limit }, positionals }) => {
    read.push({ force, exclude, limit, positionals })
    return 0
  },
})

test('writes help from the table that arguments are parsed by', () => {
  expect(command.usage).toBe(`orrery copy FILE [OPTIONS]
  orrery copy - < FILE

  Copies a file.

  FILE                   Its name
  --force, -f            Overwrite what is there
  --exclude GLOB/OF/SEVERAL/PARTS
                         Skip these
  --limit N              At most this many bytes of the file; what is beyond that is left out, and
                         named at the end.
                         No limit by default

  Exits with 1 if it fails.`)
})

test('parses options by the table', async () => {
  await command.run(['-f', 'a', '--exclude', 'b', '--exclude=c', '--limit', '-1', '--verbose'])
  expect(read).toEqual([{ force: true, exclude: ['b', 'c'], limit: '-1', positionals: ['a'] }])
})

test.each([
  [[], 'Say which file. See: orrery help copy'],
  [['a', 'b'], '"b" is one argument too many. See: orrery help copy'],
  [['a', '--limt', '2'], "Unknown option '--limt'. Did you mean --limit? See: orrery help copy"],
  [['a', '--force=1'], '--force takes no value. See: orrery help copy'],
])('rejects %j', async (args, message) => {
  await expect(async () => command.run(args)).rejects.toThrow(message)
})
