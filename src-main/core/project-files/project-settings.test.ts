import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readProjectSettings } from './project-settings.ts'

let root = ''
let place = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  place = join(root, '.orrery', 'settings.json')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a project without settings has the defaults', async () => {
  const defaults = await readProjectSettings(root)
  expect(defaults.model).toBeUndefined()
  mkdirSync(join(root, '.orrery'))
  expect(await readProjectSettings(root)).toEqual(defaults)
  writeFileSync(place, '{ "model": "demo:scripted" }')
  expect(await readProjectSettings(root)).toEqual({ ...defaults, model: 'demo:scripted' })
})

test('a pipe in their place is refused at once, and so is a link that leads out', async () => {
  mkdirSync(join(root, '.orrery'))
  execFileSync('mkfifo', [place])
  await expect(readProjectSettings(root)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('neither a file nor a folder'),
  })
  rmSync(place)
  const outside = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  writeFileSync(join(outside, 'settings.json'), '{ "model": "demo:scripted" }')
  symlinkSync(join(outside, 'settings.json'), place)
  await expect(readProjectSettings(root)).rejects.toMatchObject({ code: 'denied' })
  rmSync(outside, { recursive: true })
})

test('settings without measure, or that are not right, are sentences', async () => {
  mkdirSync(join(root, '.orrery'))
  writeFileSync(place, `{}${' '.repeat(256 * 1024)}`)
  await expect(readProjectSettings(root)).rejects.toThrow('larger than 256 KB')
  writeFileSync(place, '{')
  await expect(readProjectSettings(root)).rejects.toThrow(`${place} is not valid JSON.`)
  writeFileSync(place, '{ "model": "nonsense", "fallbacks": 3 }')
  await expect(readProjectSettings(root)).rejects.toThrow(
    `${place} is not right. model: Name a model as PROVIDER:MODEL. fallbacks: It must be a list.`,
  )
})
