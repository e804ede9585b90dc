import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { nonsense } from '../../../../test/fuzz/nonsense.ts'
import { createToolBench } from '../../../../test/support/tool-bench.ts'
import { tools } from '../catalogue/index.ts'
import { filesOf, findWrong } from '../definition/define-tool.ts'
import { findRunner, runners } from './index.ts'

function argsFor(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.keys(schema.shape)
  const keys = fc.constantFrom(...known, 'file_path', 'path', '__proto__', 'constructor')
  return fc.dictionary(keys, nonsense, { maxKeys: known.length + 2 })
}

test('no arguments break what judges and names a call', () => {
  for (const tool of tools) {
    fc.assert(
      fc.property(argsFor(tool.schema), (args) => {
        expect(tool.title(args).length).toBeGreaterThan(0)
        tool.risk?.(args)
        tool.command?.(args)
        findRunner(tool.name)?.target?.(args)
        tool.plan?.(args)
        tool.delegatesTo?.(args)
        filesOf(tool, args)
        const wrong = findWrong(tool, args)
        if (wrong !== undefined) expect(wrong).toMatch(/^The call of \w+ was not understood\. .+/s)
      }),
      { numRuns: 60 },
    )
  }
})

test('pieces of a diff are named by their numbers, and by nothing else', () => {
  const titleOf = (...pieces: unknown[]) =>
    tools.find(({ name }) => name === 'read_diff')?.title({ pieces })
  expect([titleOf(3), titleOf(1, 2), titleOf(Object.create(null)), titleOf()]).toEqual([
    'Read piece 3 of the diff',
    'Read pieces 1, 2 of the diff',
    'Read pieces of the diff',
    'Read pieces of the diff',
  ])
})

test('a name that every object has is no action, and what is no number is no task', () => {
  const manage = tools.find(({ name }) => name === 'manage_tasks')
  expect(manage?.title({ action: '__proto__', id: 1 })).toBe('List the tasks')
  expect(manage?.title({ action: 'get', id: Object.create(null) })).toBe('Look at task #?')
  expect(manage?.title({ action: 'get', id: 4 })).toBe('Look at task #4')
})

test('what the schema lets through is answered, or refused in a sentence, and stays in the project', async () => {
  await using place = await createToolBench({ 'a.txt': 'one' })
  const machine = readMachine()
  for (const { tool } of runners) {
    const runs = fc.asyncProperty(argsFor(tool.schema), async (args) => {
      if (findWrong(tool, args) !== undefined) return
      const said = await place.call(tool.name, args).then(({ text }) => text, tellRefusal)
      expect(said).not.toBe('')
      expect(said).not.toContain('root:x:0')
    })
    await fc.assert(runs, { numRuns: 25 })
  }
  // What is written to that path is the session's own, and no file of this machine.
  expect(readMachine()).toEqual(machine)
})

function readMachine(): Buffer | undefined {
  return existsSync('/etc/passwd') ? readFileSync('/etc/passwd') : undefined
}

function tellRefusal(error: unknown): string {
  if (!AppError.is(error)) throw error
  return error.message
}

test('every tool is described for those who choose it', () => {
  for (const { name, description, schema } of tools) {
    expect(name).toMatch(/^[a-z][a-z_]+$/)
    expect(description).toMatch(/^[A-Z].{20,}\.$/s)
    expect(z.toJSONSchema(schema, { io: 'input' }).type).toBe('object')
  }
})
