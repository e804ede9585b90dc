import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-test-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function definitionOf(name: string, description = 'd'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\nPrompt`
}

async function read() {
  const { types, malformed } = await readCatalogue({
    resourcesDir: join(folder, 'built-in'),
    homeDir: join(folder, 'home'),
    root: join(folder, 'project'),
  })
  const short = (path: string) => relative(folder, path)
  return {
    types: types.map(({ name, path, shadows }) => ({
      name,
      path: short(path),
      shadows: shadows.map((one) => `${one.source} ${short(one.path)}`),
    })),
    malformed: malformed.map(({ path, error }) => [short(path), error]),
  }
}

test('the project beats home, .orrery beats .claude, all beat what is built in, and it is said', async () => {
  const places = ['built-in', 'home/.claude', 'home/.orrery', 'project/.claude', 'project/.orrery']
  const files = places.map((place) => `${place}/agents/any.md`)
  const sources = ['built-in', 'home', 'home', 'project']
  for (const [index, file] of files.entries()) {
    write(file, definitionOf('reviewer'))
    const hidden = files.slice(0, index).map((path, place) => `${sources[place]} ${path}`)
    expect(await read()).toEqual({
      types: [{ name: 'reviewer', path: file, shadows: hidden.toReversed() }],
      malformed: [],
    })
  }
})

test('definitions in subfolders are read, and a link back up harms nothing', async () => {
  write('project/.claude/agents/scout.md', definitionOf('scout'))
  write('project/.claude/agents/team/backend/api.md', definitionOf('api'))
  write('project/.claude/agents/team/broken.md', 'Just text.')
  write('project/.claude/agents/.hidden/none.md', definitionOf('none'))
  write('home/.orrery/agents/mine/writer.md', definitionOf('writer'))
  symlinkSync('..', join(folder, 'project/.claude/agents/team/loop'))
  write('outside/evil.md', definitionOf('evil'))
  symlinkSync(join(folder, 'outside'), join(folder, 'project/.claude/agents/away'))
  expect(await read()).toEqual({
    types: [
      { name: 'api', path: 'project/.claude/agents/team/backend/api.md', shadows: [] },
      { name: 'scout', path: 'project/.claude/agents/scout.md', shadows: [] },
      { name: 'writer', path: 'home/.orrery/agents/mine/writer.md', shadows: [] },
    ],
    malformed: [['project/.claude/agents/team/broken.md', expect.any(String)]],
  })
})

test('what is wrong with one file is said with its path, and harms no other', async () => {
  write('built-in/agents/good.md', definitionOf('good'))
  write('project/.claude/agents/a-text.md', 'Just text.')
  write('project/.claude/agents/b-binary.md', Uint8Array.of(0xff, 0xfe, 0))
  write('project/.claude/agents/c-huge.md', definitionOf('huge', 'x'.repeat(70_000)))
  write('project/.claude/agents/d-folder.md/x.txt', '')
  write('project/.claude/agents/own.md', definitionOf('own'))
  write('project/.claude/agents/readme.txt', 'no definition')
  execFileSync('mkfifo', [join(folder, 'project/.claude/agents/e-pipe.md')])
  const { types, malformed } = await read()
  expect(types.map(({ name }) => name)).toEqual(['good', 'own'])
  expect(malformed).toEqual([
    ['project/.claude/agents/a-text.md', expect.stringContaining('front matter')],
    ['project/.claude/agents/b-binary.md', 'It is not text.'],
    ['project/.claude/agents/c-huge.md', 'It is larger than 64 KB.'],
    ['project/.claude/agents/d-folder.md', expect.stringContaining('is a folder')],
    ['project/.claude/agents/e-pipe.md', expect.stringContaining('neither a file nor a folder')],
  ])
})

test('no link leads out of a project, and a person’s own links are followed', async () => {
  write('outside/secret.md', definitionOf('secret'))
  write('dotfiles/agents/mine.md', definitionOf('mine'))
  for (const path of ['project/.orrery/agents', 'project/.claude', 'home/.claude']) {
    mkdirSync(join(folder, path), { recursive: true })
  }
  const link = (to: string, at: string) => symlinkSync(join(folder, to), join(folder, at))
  link('outside/secret.md', 'project/.orrery/agents/link.md')
  link('nowhere.md', 'project/.orrery/agents/loose.md')
  link('outside', 'project/.claude/agents')
  link('dotfiles/agents', 'home/.claude/agents')
  const { types, malformed } = await read()
  expect(types.map(({ name }) => name)).toEqual(['mine'])
  const leadsOut = expect.stringContaining('leads out of the project, or nowhere')
  expect(malformed).toEqual([
    ['project/.orrery/agents/link.md', leadsOut],
    ['project/.orrery/agents/loose.md', leadsOut],
    ['project/.claude/agents', leadsOut],
  ])
})

test('of thousands of files some are read, and that the rest is not is said', async () => {
  for (let index = 0; index < 3000; index += 1) {
    write(`project/.orrery/agents/a${String(index).padStart(4, '0')}.md`, definitionOf(`a${index}`))
  }
  const { types, malformed } = await read()
  expect(types).toHaveLength(100)
  expect(malformed).toEqual([
    ['project/.orrery/agents', expect.stringContaining('the rest is left out')],
  ])
})

test('a project that is not there, and one whose agents are no folder, have none', async () => {
  expect(await read()).toEqual({ types: [], malformed: [] })
  write('project/.orrery/agents', 'a file')
  expect((await read()).types).toEqual([])
})
