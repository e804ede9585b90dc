import { expect, test } from 'vitest'
import { OWNER, openDebugging, toAsked } from '../../../../test/support/debug-bench.ts'
import { createAgentEnvironment } from '../../processes/agent-environment.ts'
import { findStartables } from '../../project-files/startables.ts'

const SIGNAL = new AbortController().signal

const LAUNCH = `{
  // As editors write it.
  "version": "0.2.0",
  "configurations": [
    {
      "name": "This file",
      "type": "pwa-node",
      "request": "launch",
      "program": "\${file}",
      "args": ["\${workspaceFolderBasename}", "\${env:OPENAI_API_KEY}"],
      "cwd": "\${workspaceFolder}/src",
      "env": { "GREETING": "hello" },
      "preLaunchTask": "build"
    },
    { "name": "Shell", "type": "node", "program": "\${command:pick}" },
    { "name": "Npm", "type": "node", "runtimeExecutable": "npm", "runtimeArgs": ["test"] }
  ]
}`

const FILES = {
  '.vscode/launch.json': LAUNCH,
  'src/a.js': 'console.log(process.cwd(), process.env.GREETING, process.argv.slice(2))\n',
}

function toStart(configuration: string, file?: string) {
  const what = { configuration, ...(file && { file }) }
  return { what, breakpoints: new Map(), exceptions: 'none' } as const
}

test('a configuration runs once a person trusts it, with its variables filled in', async () => {
  const trusted = new Set<string>()
  await using fixture = await openDebugging(FILES, {
    isTrusted: (hash) => trusted.has(hash),
    env: createAgentEnvironment({ ...process.env, OPENAI_API_KEY: 'sk-secret' }),
  })
  await expect(fixture.start(toStart('This file', 'src/a.js'))).rejects.toThrow(
    '“This file” of .vscode/launch.json is not trusted',
  )
  expect(fixture.events).toEqual([])
  const { startables } = await findStartables(fixture.root)
  trusted.add(startables[0]?.hash ?? '')
  const session = await fixture.start(toStart('This file', 'src/a.js'))
  expect(await session.waitForStop(20_000, SIGNAL)).toEqual({ type: 'ended', exitCode: 0 })
  const name = fixture.root.split('/').at(-1)
  expect(session.takeOutput()).toBe(`${fixture.root}/src hello [ '${name}', '' ]`)
})

test('what a configuration lacks, or can’t be done, is told in a sentence', async () => {
  await using fixture = await openDebugging(FILES, { isTrusted: () => true })
  const told = (name: string) => fixture.start(toStart(name)).catch((error) => error.message)
  expect([
    await told('This file'),
    await told('Shell'),
    await told('Npm'),
    await told('Other'),
  ]).toMatchInlineSnapshot(`
      [
        "The configuration uses \${file}: name the file with \`file\`.",
        "\${command:pick} is not known here: name the program itself.",
        "Only Node itself is debugged, not npm: name the script that it would run as the program.",
        "There is no configuration “Other”. There are: “This file”, “Shell”, “Npm”.",
      ]
    `)
  const { notes } = await fixture.debugging.start(OWNER, toStart('This file', 'src/a.js'), SIGNAL)
  expect(notes).toEqual([
    'Its preLaunchTask was not run: run what it stands for with run_command first.',
  ])
  await using none = await openDebugging({})
  await expect(none.start(toStart('x'))).rejects.toThrow('no .vscode/launch.json or launch.json')
  await using broken = await openDebugging({ 'launch.json': '{' })
  await expect(broken.start(toStart('x'))).rejects.toThrow('launch.json can’t be read')
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'there is no debugger for what every object is born with: %s',
  async (type) => {
    const configurations = [{ name: 'One', type, request: 'launch', program: 'a.x' }]
    const launch = JSON.stringify({ configurations })
    const files = { 'launch.json': launch, 'a.x': '' }
    await using fixture = await openDebugging(files, { isTrusted: () => true })
    const unknown = `There is no debugger for “${type}”.`
    await expect(fixture.start(toStart('One'))).rejects.toThrow(unknown)
    await expect(fixture.start(toAsked({ program: 'a.x', type }))).rejects.toThrow(unknown)
  },
)
