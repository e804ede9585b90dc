import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import { ensurePytest } from '../../../../../scripts/ensure-python.ts'
import { createToolBench, type ToolBench } from '../../../../../test/support/tool-bench.ts'
import { createAgentEnvironment } from '../../../processes/agent-environment.ts'
import { runCommand } from '../../../terminals/agent-terminal.ts'
import { prepareArgs } from '../index.ts'

/** Runs what is found for real, on a terminal. */
async function createRunning(files: Readonly<Record<string, string>>): Promise<ToolBench> {
  const run = async (command: string) => {
    const { output, exitCode } = await runCommand({
      command,
      cwd: place.bench.root,
      env: createAgentEnvironment(process.env),
      signal: place.context.signal,
      timeoutMs: 100_000,
      onOutput: () => {},
    })
    const spanId = SpanId.parse('spn_tests')
    return { text: output, display: { type: 'terminal', spanId, exitCode } as const }
  }
  const place = await createToolBench(files, { commands: { run } })
  return place
}

const NODE = `import { describe, it, test } from 'node:test'
import assert from 'node:assert/strict'
describe('sums', () => {
  it('adds', () => assert.equal(2, 2))
  it('fails # badly', () => assert.equal(1, 2))
  it.skip('later', () => {})
})
test('outer', async (t) => { await t.test('inner', () => {}) })
`

test('node:test is found by the script, and read', async () => {
  const manifest = JSON.stringify({ scripts: { test: 'node --test' } })
  await using place = await createRunning({ 'package.json': manifest, 'test/a.test.mjs': NODE })
  const answer = await place.call('run_tests', { path: '/workspace/test' })
  expect(answer.display).toEqual({
    type: 'tests',
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'sums > fails # badly',
        message: 'Expected values to be strictly equal:\n\n1 !== 2',
        path: '/workspace/test/a.test.mjs',
        line: 5,
      },
    ],
  })
  expect(answer.text).toMatch(/^2 passed, 1 failed, 1 skipped: node --test --test-reporter=tap /)
  expect(answer.text).toContain('FAILED sums > fails # badly\n  /workspace/test/a.test.mjs:5\n')
  const inner = await place.call('run_tests', { filter: 'adds' })
  expect(inner.display).toMatchObject({ passed: 1, failed: 0 })
}, 120_000)

test('Vitest is found in the folder it belongs to', async () => {
  const manifest = JSON.stringify({ type: 'module', devDependencies: { vitest: '*' } })
  const source = `import { expect, test } from 'vitest'
test('adds', () => expect(1 + 1).toBe(2))
test('fails', () => {
  expect({ a: 1 }).toEqual({ a: 2 })
})
test.skip('later', () => {})
`
  await using place = await createRunning({
    'web/package.json': manifest,
    'web/src/a.test.ts': source,
    'web/src/b.test.ts': 'throw new Error("not loaded")',
  })
  symlinkSync(join(process.cwd(), 'node_modules'), join(place.bench.root, 'web/node_modules'))
  const { display, text } = await place.call('run_tests', { path: '/workspace/web/src' })
  expect(text).toContain('1 passed, 2 failed, 1 skipped: cd web && npx --no-install vitest run')
  expect(display).toMatchObject({
    failures: [
      { name: 'src/a.test.ts > fails', path: '/workspace/web/src/a.test.ts', line: 4 },
      { name: 'src/b.test.ts', message: 'not loaded', path: '/workspace/web/src/b.test.ts' },
    ],
  })
}, 120_000)

test('pytest is found by its tests', async () => {
  const problem = ensurePytest()
  if (problem) throw new Error(problem)
  const source = `import pytest

def test_adds():
    assert 1 + 1 == 2

def test_fails():
    x = 1
    assert x == 2, "not the same"

@pytest.mark.skip(reason="later")
def test_later():
    pass

@pytest.fixture
def broken():
    raise ValueError("no")

def test_error(broken):
    pass
`
  await using place = await createRunning({ 'tests/test_a.py': source })
  const { display } = await place.call('run_tests')
  expect(display).toMatchObject({ type: 'tests', passed: 1, failed: 2, skipped: 1 })
  const failures = display?.type === 'tests' ? display.failures : []
  expect(failures.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
    { name: 'tests/test_a.py::test_error', message: 'ValueError: no', line: 16 },
    { name: 'tests/test_a.py::test_fails', path: '/workspace/tests/test_a.py', line: 8 },
  ])
}, 300_000)

test('what would be run is found before it is judged', async () => {
  const prepare = async (files: Readonly<Record<string, string>>, args: object = {}) => {
    await using place = await createToolBench(files)
    const { context } = place
    const preparing = { ...context, sessionId: context.call.sessionId }
    return (await prepareArgs('run_tests', { ...args }, preparing))['command']
  }
  const manifest = (script: string) => ({
    'package.json': JSON.stringify({ scripts: { test: script } }),
  })
  const filter = "it's; rm -rf /"
  expect([
    await prepare({ 'go.mod': 'module a', 'b/c_test.go': '' }, { path: '/workspace/b/c_test.go' }),
    await prepare({ 'Cargo.toml': '', 'tests/a.rs': '' }, { path: '/workspace/tests/a.rs' }),
    await prepare({ 'pom.xml': '', mvnw: '', 'src/ATest.java': '' }, { filter: 'A#b' }),
    await prepare({ 'build.gradle.kts': '' }),
    await prepare(manifest('jest --coverage'), { filter }),
    await prepare(manifest('cross-env A=1 mocha'), { filter: 'x' }),
    await prepare(manifest('make check')),
    await prepare({ 'package.json': '{', 'a.test.js': '' }),
    await prepare({}, { command: 'make check' }),
  ]).toEqual([
    'go test -json ./b',
    'cargo test --no-fail-fast --test a',
    "./mvnw -B test -Dtest='A#b'",
    'gradle test',
    String.raw`npx --no-install jest --ci --colors=false -t 'it'\''s; rm -rf /'`,
    'npx --no-install mocha --reporter tap -g x',
    'npm test',
    'node --test --test-reporter=tap',
    'make check',
  ])
  await expect(prepare({ 'a.txt': '' })).rejects.toThrow('No test runner was found here.')
  await expect(prepare({}, { path: '/workspace/none' })).rejects.toThrow('There is no')
})
