import { expect, test } from 'vitest'
import { Settings } from '#shared/settings/settings.ts'
import { debugAdapters, judgeDraft, languageServers } from './program-kinds.ts'

test('what is kept is written into the form and read from it again the same', () => {
  const settings = Settings.parse({
    languageServers: {
      rust: { command: ['rust-analyzer'], endings: ['.rs'] },
      'c++': { command: ['a b/clangd', '--log', 'say "hi"', "it's"], endings: ['.cc', '.h++'] },
    },
    debuggers: {
      lldb: { command: 'lldb-dap' },
      go: { command: 'dlv', args: ['dap', '--listen', '127.0.0.1:$' + '{port}'] },
    },
  })
  for (const kind of [languageServers, debugAdapters]) {
    const own = kind.list(settings)
    expect(own).toHaveLength(2)
    expect(own.map((one) => judgeDraft(kind, one, []))).toEqual(
      own.map(({ kept }) => ({ patch: kept })),
    )
  }
})

test('endings may have commas between them', () => {
  const draft = { name: ' ruby ', command: 'solargraph stdio', endings: '.rb, .rake ' }
  expect(judgeDraft(languageServers, draft, ['rust'])).toEqual({
    patch: {
      languageServers: { ruby: { command: ['solargraph', 'stdio'], endings: ['.rb', '.rake'] } },
    },
  })
})

test('what is wrong is said of the field that it is in', () => {
  const empty = { name: '', command: ' ', endings: '' }
  expect(judgeDraft(languageServers, empty, [])).toEqual({
    errors: {
      name: 'Name the language by its id, such as rust.',
      command: 'Name the program to start.',
      endings: 'Name the endings of its files, such as .rs.',
    },
  })
  const undotted = { name: 'rust', command: 'x', endings: '.rs rlib' }
  expect(judgeDraft(languageServers, undotted, ['rust'])).toEqual({
    errors: {
      name: 'You have one for rust already.',
      endings: 'Write endings with their dot, such as .rs.',
    },
  })
  expect(judgeDraft(debugAdapters, empty, [])).toEqual({
    errors: {
      name: 'Name the type as a launch.json does, such as lldb.',
      command: 'Name the program to start.',
    },
  })
  expect(judgeDraft(debugAdapters, { ...empty, name: 'debugpy', command: 'x' }, [])).toEqual({
    errors: { name: 'Orrery debugs that by itself. Name another type.' },
  })
  const long = { name: 'x', command: 'x '.repeat(60), endings: '' }
  expect(judgeDraft(debugAdapters, long, [])).toEqual({
    errors: { command: 'It must have at most 50 entries.' },
  })
})
