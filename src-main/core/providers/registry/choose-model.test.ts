import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ProjectSettings, Settings } from '#shared/settings/settings.ts'
import { fixedSecrets } from '../../../../test/support/fixed-secrets.ts'
import { readProjectSettings } from '../../project-files/project-settings.ts'
import { findModel, getModel } from './choose-model.ts'
import { Providers } from './providers.ts'

const none = { project: ProjectSettings.parse({}), person: Settings.parse({}) }

function open(env: Readonly<Record<string, string>> = {}): Providers {
  return new Providers({ secrets: fixedSecrets(), env, readSettings: () => none.person })
}

test('a model is the one asked for, else the project’s, the person’s, the only one with a key', async () => {
  const providers = open({ ANTHROPIC_API_KEY: 'key' })
  const project = ProjectSettings.parse({ model: 'compatible:project' })
  const person = Settings.parse({ model: 'compatible:person' })
  const names = [
    await findModel(providers, { asked: 'compatible:asked', project, person }),
    await findModel(providers, { project, person }),
    await findModel(providers, { ...none, person }),
    await findModel(providers, none),
  ]
  expect(names).toMatchObject([
    { model: 'asked' },
    { model: 'project' },
    { model: 'person' },
    { provider: 'anthropic' },
  ])
  expect(await findModel(open(), none)).toBeUndefined()
  await expect(getModel(open(), none)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a project’s settings are its defaults where it has none, and named where they are wrong', async () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  using _removed = { [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
  const usual = { interruptOn: {}, languageServers: {} }
  expect(await readProjectSettings(root)).toEqual(usual)
  mkdirSync(join(root, '.orrery'))
  const path = join(root, '.orrery', 'settings.json')
  writeFileSync(path, '{ "model": "demo:scripted" }')
  expect(await readProjectSettings(root)).toEqual({ ...usual, model: 'demo:scripted' })
  writeFileSync(path, '{ "model": 1 }')
  await expect(readProjectSettings(root)).rejects.toThrow(`${path} is not right`)
  writeFileSync(path, '{')
  await expect(readProjectSettings(root)).rejects.toThrow(`${path} is not valid JSON`)
})
